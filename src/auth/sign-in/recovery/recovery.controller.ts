import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { PageErrors } from '../../../shared/pages/index.js';
import { attestationIn } from '../../credentials/passkeys/attestations.service.js';
import { NewCredential, type Recovered } from '../../credentials/recovery/new-credential.service.js';
import {
  PasswordRecovery,
  type Recovering,
  type Recovery,
} from '../../credentials/recovery/password-recovery.service.js';
import { BY_PASSWORD } from '../../sessions/login-session.js';
import { InteractionEntrance } from '../interaction-entrance.service.js';
import { Interactions, type SentForm } from '../interactions.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import { RecoveryPages } from './recovery-pages.service.js';

/** The way back for users who have forgotten their password. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/recover')
export class RecoveryController {
  constructor(
    private readonly interactions: Interactions,
    private readonly entrance: InteractionEntrance,
    private readonly signIn: InteractionPages,
    private readonly pages: RecoveryPages,
    private readonly recovery: PasswordRecovery,
    private readonly credentials: NewCredential,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const isOffered = open.details.prompt.name === 'login' && (await this.recovery.isOffered(open.client.tenant));
    if (isOffered) await this.pages.show(open, 'ask', { login: '' });
    else response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}`);
  }

  @Get('*form')
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}/recover`);
  }

  @Post()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, ...sent } = await this.#sent(request, response);
    const recovery = recoveryIn({ open, ...sent });
    const { login } = recovery;
    const answer = await this.recovery.ask(recovery);
    if (answer === 'asked') await this.pages.show(open, 'code', { login });
    else await this.pages.show(open, 'ask', { login }, { problem: 'recoverTooMany' });
  }

  @Post('code')
  async code(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const recovery = recoveryIn(sent);
    const recovering = await this.recovery.check(recovery);
    if (recovering) await this.#next(sent, recovery, recovering);
    else await this.pages.show(sent.open, 'code', recovery, { problem: 'recoverWrongCode' });
  }

  @Post('second/options')
  async secondOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.#sent(request, response);
    response.json(await this.recovery.secondOptions(open.details.uid));
  }

  @Post('second')
  async second(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const recovery = recoveryIn(sent);
    const second = await this.recovery.showSecond(recovery, sent.form.text('response'));
    if (second === undefined) {
      await this.pages.show(sent.open, 'second', recovery, { problem: 'recoverPasskeyRefused' });
    } else await this.pages.show(sent.open, 'choose', { ...recovery, second });
  }

  @Post('password')
  async password(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const recovery = recoveryIn(sent);
    const recovered = await this.credentials.setPassword(recovery, sent.form.text('new_password'));
    await this.#finish(sent, recovery, recovered);
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.#sent(request, response);
    response.json(await this.credentials.passkeyOptions(open.details.uid, form.text('login')));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const recovery = recoveryIn(sent);
    const { passkey: name } = (await this.signIn.settingOf(sent.open)).language.words;
    const answer = sent.form.text('response');
    const recovered = await this.credentials.addPasskey(recovery, name, answer);
    await this.#finish(sent, recovery, recovered, attestationIn(answer)?.id);
  }

  async #sent(request: Request, response: Response): Promise<SentForm> {
    const sent = await this.entrance.sent(request, response);
    const { details, client } = sent.open;
    if (details.prompt.name !== 'login' || !(await this.recovery.isOffered(client.tenant))) {
      throw KernelErrors.forbidden();
    }
    return sent;
  }

  /** The browser of a right code counts as known: who remembers the password now is not delayed with strangers. */
  async #next({ open, marks }: SentForm, recovery: Recovery, { user, needsSecond }: Recovering): Promise<void> {
    this.entrance.noteKnown({ open, marks }, user);
    await this.pages.show(open, needsSecond ? 'second' : 'choose', recovery);
  }

  /** A mail shows no more than the password that it replaces. The session of before has ended. */
  async #finish(sent: SentForm, recovery: Recovery, recovered: Recovered, orphan?: string): Promise<void> {
    const { open } = sent;
    if ('user' in recovered) {
      if (open.details.session?.accountId === recovered.user.ref.sub) delete open.details.session;
      return this.entrance.enter(sent, recovered.user, BY_PASSWORD);
    }
    if ('passwordFault' in recovered) {
      return this.pages.show(open, 'choose', recovery, { passwordWrong: recovered.passwordFault });
    }
    if ('unusable' in recovered) {
      return this.pages.show(open, 'choose', recovery, { problem: 'passkeyNotMade', orphan });
    }
    const { login } = recovery;
    await this.pages.show(open, 'code', { login }, { problem: 'recoverWrongCode', orphan });
  }
}

const recoveryIn = ({ open, form, tenant }: SentForm): Recovery => ({
  tenant,
  login: form.text('login'),
  boundTo: open.details.uid,
  code: form.text('code'),
  second: form.text('second'),
});
