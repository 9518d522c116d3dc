import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { ActivateByPassword } from '../credentials/activation.service.js';
import { ActivateByPasskey } from '../credentials/passkeys/activate-by-passkey.service.js';
import { BY_PASSKEY, BY_PASSWORD } from '../sessions/login-session.js';
import { PageErrors } from '../../shared/pages/index.js';
import { Interactions, takesPasskeysOnly, type SentForm } from './interactions.service.js';
import { InteractionEntrance } from './interaction-entrance.service.js';
import { InteractionPages } from './interaction-pages.service.js';

/** Lets users log in for the first time, with the activation code that they were sent. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/activate')
export class ActivationController {
  constructor(
    private readonly interactions: Interactions,
    private readonly entrance: InteractionEntrance,
    private readonly pages: InteractionPages,
    private readonly byPassword: ActivateByPassword,
    private readonly byPasskey: ActivateByPasskey,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pages.activate(await this.interactions.open(request, response));
  }

  @Get('passkey')
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}/activate`);
  }

  @Post()
  async activate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    const [{ open, form, tenant, marks }, typed] = [sent, typedIn(sent)];
    if (takesPasskeysOnly(open)) return this.pages.activate(open, typed, { problem: 'activationFailed' });
    const password = form.text('new_password');
    const outcome = await this.byPassword.activate({ ...typed, tenant, marks, password });
    if ('user' in outcome) await this.entrance.enter(sent, outcome.user, BY_PASSWORD);
    else if ('refused' in outcome) await this.pages.activate(open, typed, { problem: 'activationFailed' });
    else await this.pages.activate(open, typed, { passwordWrong: outcome.passwordFault });
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    response.json(await this.byPasskey.options(sent.open.details.uid, typedIn(sent).login));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    const [{ open, form, tenant }, typed] = [sent, typedIn(sent)];
    const boundTo = open.details.uid;
    const { passkey: name } = (await this.pages.settingOf(open)).language.words;
    const outcome = await this.byPasskey.activate({ ...typed, tenant, boundTo, name, response: form.text('response') });
    if ('user' in outcome) return this.entrance.enter(sent, outcome.user, BY_PASSKEY);
    if ('done' in outcome) return this.pages.login(open, { login: typed.login, done: 'activated' });
    if ('unusable' in outcome) return this.pages.activate(open, typed, { problem: 'passkeyNotMade' });
    return this.pages.activate(open, typed, { problem: 'activationFailed', orphan: outcome.passkeyId });
  }
}

const typedIn = ({ form }: SentForm) => ({ login: form.text('login'), code: form.text('activation_code').trim() });
