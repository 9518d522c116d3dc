import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Throws } from '../../../shared/http/problems/throws.decorator.js';
import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';
import type { UserCard } from '../../../users/contract.js';
import { ActivateByCode } from '../../credentials/activate-by-code.service.js';
import { KnownBrowsers, KNOWN_FOR_DAYS } from '../../credentials/attempts/known-browsers.service.js';
import { PasskeyLogin } from '../../credentials/passkeys/passkey-login.service.js';
import { PasswordLogin } from '../../credentials/password-login.service.js';
import { BY_PASSKEY, BY_PASSWORD } from '../../domain/login-methods.js';
import { FormGuard } from '../frame/form-guard.service.js';
import { formOf, type Form } from '../frame/form.js';
import { PageErrors } from '../frame/page-errors.filter.js';
import { PageSender } from '../frame/page-sender.service.js';
import { Interactions, type OpenInteraction } from '../interactions.service.js';
import { InteractionPages } from './interaction-pages.js';

/** Where users sign in, for the first time and ever after, and say what an application may know. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Controller('service/interaction/:uid')
export class InteractionController {
  constructor(
    private readonly interactions: Interactions,
    private readonly pages: InteractionPages,
    private readonly sender: PageSender,
    private readonly guard: FormGuard,
    private readonly passwords: PasswordLogin,
    private readonly passkeys: PasskeyLogin,
    private readonly activation: ActivateByCode,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    await (open.details.prompt.name === 'consent' ? this.pages.consent(open) : this.pages.login(open));
  }

  @Post('login')
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.#sent(request, response);
    const login = form.text('login');
    const user = await this.passwords.attempt({ ...this.#from(open), login, password: form.text('password') });
    await (user ? this.#enter(open, user) : this.pages.login(open, login, 'loginFailed'));
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.#sent(request, response);
    response.json(await this.passkeys.options(open.details.uid));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.#sent(request, response);
    const { tenant } = open.client;
    const boundTo = open.details.uid;
    const user = await this.passkeys.attempt({ tenant, boundTo, response: form.text('response') });
    await (user ? this.#enter(open, user, BY_PASSKEY) : this.pages.login(open, '', 'passkeyFailed'));
  }

  @Get('activate')
  async showActivation(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pages.activate(await this.interactions.open(request, response));
  }

  @Post('activate')
  async activate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.#sent(request, response);
    const typed = { login: form.text('login'), code: form.text('activation_code').trim() };
    const outcome = await this.activation.activate({
      ...this.#from(open),
      ...typed,
      password: form.text('new_password'),
    });
    if ('user' in outcome) await this.#enter(open, outcome.user);
    else await this.pages.activate(open, typed, 'refused' in outcome ? 'activationFailed' : outcome.passwordFault);
  }

  @Post('consent')
  async consent(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.#sent(request, response);
    const answer = form.text('consent');
    if (open.details.prompt.name !== 'consent') return this.pages.login(open);
    if (answer === 'allow') return this.interactions.allow(open);
    return answer === 'deny' ? this.interactions.deny(open) : this.pages.consent(open);
  }

  @Post('cancel')
  async cancel(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.#sent(request, response);
    await this.interactions.cancel(open);
  }

  async #sent(request: Request, response: Response): Promise<{ open: OpenInteraction; form: Form }> {
    const open = await this.interactions.open(request, response);
    this.guard.check(request, open.details.uid);
    return { open, form: formOf(request) };
  }

  #from({ client, request }: OpenInteraction) {
    return { tenant: client.tenant, marks: this.sender.cookie(request, 'known') };
  }

  async #enter(open: OpenInteraction, { ref: { sub } }: UserCard, amr = BY_PASSWORD): Promise<void> {
    const marks = this.browsers.withMark(this.sender.cookie(open.request, 'known'), sub);
    this.sender.setCookie(open.response, 'known', marks, KNOWN_FOR_DAYS);
    await this.interactions.login(open, sub, amr);
  }
}
