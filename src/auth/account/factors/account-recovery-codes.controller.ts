import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { FormGuard, PageErrors } from '../../../shared/pages/index.js';
import { RecoveryCodes } from '../../credentials/recovery-codes/recovery-codes.service.js';
import { AccountPages } from '../account-pages.service.js';
import { AccountSessions } from '../account-sessions.service.js';
import { AccountStepUpPolicy } from '../account-step-up-policy.service.js';
import { accountUrl, loginTenantIn } from '../views/account-url.js';

/** Generates recovery codes and shows them once. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session')
@Controller('service/account/recovery-codes')
export class AccountRecoveryCodesController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly surety: AccountStepUpPolicy,
    private readonly guard: FormGuard,
    private readonly codes: RecoveryCodes,
  ) {}

  @Get()
  back(@Req() request: Request, @Res() response: Response): void {
    response.redirect(303, accountUrl(loginTenantIn(request)));
  }

  @Post()
  async make(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) throw KernelErrors.forbidden();
    this.guard.check(request, signedIn.session.uid);
    const problem = await this.surety.missingProof(signedIn);
    if (problem) return this.pages.account([request, response], signedIn, { problem });
    if (!(await this.surety.mayHaveCodes(signedIn))) throw KernelErrors.forbidden();
    const newCodes = await this.codes.renew(signedIn.user.ref);
    await this.pages.account([request, response], signedIn, { done: 'codesMade', newCodes });
  }
}
