import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors, Tenant } from '../../../shared/kernel/index.js';
import { FormGuard, formOf, PageErrors, PageSender } from '../../../shared/pages/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import { isStopCodeOf, UserDirectory } from '../../../users/contract/index.js';
import { FactorRecoveries } from '../../credentials/lost-factor/factor-recoveries.service.js';
import { AddressLimit } from '../../credentials/tries/login-tries.service.js';
import { RefusalTimer } from '../../credentials/tries/refusal-timer.js';
import { AccountPages } from '../account-pages.service.js';
import { AccountSessions } from '../account-sessions.service.js';
import { type LoginTenant, loginTenantIn } from '../views/account-url.js';
import { MailedCodePages, STOP_REPLACEMENT } from '../mailed-codes/mailed-code-pages.service.js';

const LONGEST_LOGIN = 255;
const LONGEST_CODE = 40;

/** Stops the replacement of a lost second factor. The user either enters the mailed code or is signed in. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session, and for who has got a mail about a lost second factor')
@Controller('service/account/second-factor')
export class AccountFactorRecoveryController {
  constructor(
    private readonly pages: MailedCodePages,
    private readonly account: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly guard: FormGuard,
    private readonly sender: PageSender,
    private readonly limit: AddressLimit,
    private readonly users: UserDirectory,
    private readonly recoveries: FactorRecoveries,
    private readonly index: BlindIndex,
  ) {}

  /** Opening the page changes nothing, because mail scanners open links too: the user enters the code in a form. */
  @Get('stop')
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.show([request, response], STOP_REPLACEMENT, loginTenantIn(request));
  }

  @Post('stop')
  async stop(@Req() request: Request, @Res() response: Response): Promise<void> {
    const boundTo = this.sender.cookie(request, 'account');
    if (boundTo === undefined) throw KernelErrors.forbidden();
    this.guard.check(request, boundTo);
    const form = formOf(request);
    const tenant = { enterprise: form.text('enterprise'), test: form.text('test') === 'true' };
    const login = form.text('login').slice(0, LONGEST_LOGIN);
    const isStopped = await this.#isStopped(tenant, login, form.text('code').slice(0, LONGEST_CODE));
    const outcome = isStopped ? { done: true } : { login, wrong: true };
    await this.pages.show([request, response], STOP_REPLACEMENT, tenant, outcome);
  }

  /** Requires no second factor, because stopping a replacement leaves the user's factors unchanged. */
  @Post('stop-own')
  async stopOwn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) throw KernelErrors.forbidden();
    this.guard.check(request, signedIn.session.uid);
    const stopped = await this.recoveries.stop(signedIn.user.ref.sub, 'user');
    await this.account.account([request, response], signedIn, stopped ? { done: 'replaceStopped' } : {});
  }

  /** Stops the replacement by a mailed code. Neither the text nor the timing of a refusal reveals its reason. */
  #isStopped({ enterprise, test }: LoginTenant, login: string, code: string): Promise<boolean> {
    return this.limit.countFailures(
      async () => {
        const timer = new RefusalTimer();
        const sub = (await this.users.findByLogin(Tenant.of(enterprise, test), login))?.ref.sub;
        const open = await this.recoveries.openOf(sub ?? NOBODY);
        if (isStopCodeOf(this.index, open?.id ?? NOBODY, code) && open) {
          return this.recoveries.stop(open.sub, 'mail', open.id);
        }
        await timer.wait();
        return false;
      },
      (stopped) => stopped,
    );
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
