import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors, Tenant } from '../../shared/kernel/index.js';
import type { UserCard } from '../../users/contract/index.js';
import { KnownBrowsers, KNOWN_FOR_DAYS } from '../credentials/tries/known-browsers.service.js';
import { PasskeyLogin } from '../credentials/passkeys/passkey-login.service.js';
import { PasswordLogin } from '../credentials/password-login.service.js';
import { BY_PASSKEY, BY_PASSWORD } from '../sessions/login-session.js';
import { type Form, FormGuard, formOf, PageErrors, PageSender } from '../../shared/pages/index.js';
import { accountUrl, type LoginTenant } from './views/account-url.js';
import { AccountPages } from './account-pages.service.js';
import { AccountSessions } from './account-sessions.service.js';

/** Login on the account page itself, for users who were not redirected there by an application. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page where users sign in')
@Controller('service/account')
export class AccountLoginController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly sender: PageSender,
    private readonly guard: FormGuard,
    private readonly passwords: PasswordLogin,
    private readonly passkeys: PasskeyLogin,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('login')
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = this.#sent(request);
    const marks = this.sender.cookie(request, 'known');
    const login = form.text('login');
    const password = form.text('password');
    const user = await this.passwords.attempt({ tenant: tenantOf(form), login, password, marks });
    if (user) await this.#enter(request, response, user, BY_PASSWORD);
    else await this.pages.login([request, response], loginTenantOf(form), { login, problem: 'loginFailed' });
  }

  @Post('passkey/options')
  async options(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.#sent(request);
    response.json(await this.passkeys.options(this.#boundTo(request)));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = this.#sent(request);
    const [boundTo, answer] = [this.#boundTo(request), form.text('response')];
    const user = await this.passkeys.attempt({ tenant: tenantOf(form), boundTo, response: answer });
    if (user) return this.#enter(request, response, user, BY_PASSKEY);
    const orphan = await this.passkeys.orphanIn(answer);
    return this.pages.login([request, response], loginTenantOf(form), { problem: 'passkeyFailed', orphan });
  }

  #sent(request: Request): Form {
    this.guard.check(request, this.#boundTo(request));
    return formOf(request);
  }

  #boundTo(request: Request): string {
    const boundTo = this.sender.cookie(request, 'account');
    if (boundTo === undefined) throw KernelErrors.forbidden();
    return boundTo;
  }

  async #enter(request: Request, response: Response, user: UserCard, amr: readonly string[]): Promise<void> {
    const marks = this.browsers.withMark(this.sender.cookie(request, 'known'), user.ref.sub);
    this.sender.setCookie(response, 'known', marks, KNOWN_FOR_DAYS);
    await this.sessions.begin(request, response, user, amr);
    response.redirect(303, accountUrl({ enterprise: user.ref.enterpriseId, test: user.ref.test }));
  }
}

const loginTenantOf = (form: Form): LoginTenant => ({
  enterprise: form.text('enterprise'),
  test: form.text('test') === 'true',
});

function tenantOf(form: Form): Tenant {
  const { enterprise, test } = loginTenantOf(form);
  return Tenant.of(enterprise, test);
}
