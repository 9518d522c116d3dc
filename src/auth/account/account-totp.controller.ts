import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { type Form, FormGuard, formOf, PageErrors } from '../../shared/pages/index.js';
import { SecondFactors } from '../credentials/second-factors.service.js';
import { type CodeOutcome, TotpFactor } from '../credentials/totp/totp.service.js';
import { BY_TOTP } from '../sessions/login-session.js';
import { AccountPages, type Outcome } from './account-pages.service.js';
import { AccountSessions, type SignedIn } from './account-sessions.service.js';
import { AccountStepUpPolicy } from './account-step-up-policy.service.js';
import { accountUrl } from './views/account-url.js';

/** The authenticator app (TOTP) on the account page: adding it, proving it with a code, and removing it. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session')
@Controller('service/account/totp')
export class AccountTotpController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly stepUpPolicy: AccountStepUpPolicy,
    private readonly guard: FormGuard,
    private readonly factors: SecondFactors,
    private readonly totp: TotpFactor,
  ) {}

  @Post('prove')
  async prove(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [signedIn, form] = await this.#sent(request, response);
    const outcome = await this.totp.attempt(signedIn.user.ref, form.text('code'));
    if (outcome !== 'right') return this.#show(request, response, signedIn, { problem: problemOf(outcome) });
    await this.sessions.begin(request, response, signedIn.user, BY_TOTP);
    const { enterpriseId: enterprise, test } = signedIn.user.ref;
    response.redirect(303, accountUrl({ enterprise, test }));
  }

  @Post('add')
  async add(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [signedIn, form] = await this.#sent(request, response);
    if (!this.sessions.isFresh(signedIn)) throw KernelErrors.forbidden();
    const missing = await this.stepUpPolicy.missingProof(signedIn);
    if (missing) return this.#show(request, response, signedIn, { problem: missing });
    if (!(await this.factors.mayMake(signedIn.user.ref, 'totp'))) throw KernelErrors.forbidden();
    const setup = form.text('setup');
    const outcome = await this.totp.confirm(signedIn.user.ref, setup, form.text('code'));
    const shown: Outcome = outcome === 'right' ? { done: 'totpAdded' } : { problem: problemOf(outcome), setup };
    await this.#show(request, response, signedIn, shown);
  }

  @Post('remove')
  async remove(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [signedIn] = await this.#sent(request, response);
    const missing = await this.stepUpPolicy.missingProof(signedIn);
    if (missing) return this.#show(request, response, signedIn, { problem: missing });
    const removed = await this.totp.remove(signedIn.user.ref, 'user');
    await this.#show(request, response, signedIn, removed ? { done: 'totpRemoved' } : {});
  }

  #show(request: Request, response: Response, signedIn: SignedIn, outcome: Outcome): Promise<void> {
    return this.pages.account([request, response], signedIn, outcome);
  }

  async #sent(request: Request, response: Response): Promise<[SignedIn, Form]> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) throw KernelErrors.forbidden();
    this.guard.check(request, signedIn.session.uid);
    return [signedIn, formOf(request)];
  }
}

const problemOf = (outcome: CodeOutcome) => (outcome === 'wrong' ? 'totpWrong' : 'totpTooSoon');
