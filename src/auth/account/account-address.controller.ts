import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { type Form, FormGuard, formOf, PageErrors, PageSender } from '../../shared/pages/index.js';
import { type AddressAsked, MailAddresses } from '../../users/contract/index.js';
import { RefusalTimer } from '../credentials/tries/refusal-timer.js';
import { AddressLimit } from '../credentials/tries/login-tries.service.js';
import { AccountPages, type Outcome } from './account-pages.service.js';
import { AccountSessions, type SignedIn } from './account-sessions.service.js';
import { AccountStepUpPolicy } from './account-step-up-policy.service.js';
import { MailedCodePages, UNDO_ADDRESS } from './mailed-codes/mailed-code-pages.service.js';
import { loginTenantIn } from './views/account-url.js';

/** The email address on the account page: confirming it, changing it, and undoing a change. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session, and for who lost one by a change of the address')
@Controller('service/account/address')
export class AccountAddressController {
  constructor(
    private readonly pages: AccountPages,
    private readonly codePages: MailedCodePages,
    private readonly sessions: AccountSessions,
    private readonly stepUpPolicy: AccountStepUpPolicy,
    private readonly guard: FormGuard,
    private readonly sender: PageSender,
    private readonly limit: AddressLimit,
    private readonly addresses: MailAddresses,
  ) {}

  /** Any session may confirm the current address. Changing it requires a session with a recent and strong sign-in. */
  @Post('ask')
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [signedIn, form] = await this.#sent(request, response);
    const { user, session } = signedIn;
    const address = form.text('address').trim();
    if (address !== user.emailId) {
      const missing = await this.stepUpPolicy.missingProof(signedIn);
      if (missing) return this.#show(request, response, signedIn, { problem: missing });
      if (!this.sessions.isFresh(signedIn)) throw KernelErrors.forbidden();
    }
    const asked = await this.addresses.ask({ sub: user.ref.sub, address, boundTo: session.uid });
    if (asked === 'notAllowed') throw KernelErrors.forbidden();
    await this.#show(request, response, signedIn, asked === 'asked' ? {} : { problem: problems[asked] });
  }

  @Post('confirm')
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [signedIn, form] = await this.#sent(request, response);
    const { user, session } = signedIn;
    const confirmed = await this.addresses.confirm({
      sub: user.ref.sub,
      boundTo: session.uid,
      code: form.text('code').slice(0, LONGEST_CODE),
    });
    if (!confirmed) return this.#show(request, response, signedIn, { problem: 'addressWrongCode' });
    const done = confirmed.undoUntil ? 'addressDoneUndo' : 'addressDone';
    await this.#show(request, response, signedIn, { done });
  }

  /** Opening the page changes nothing, because mail scanners open links too: the user enters the code in a form. */
  @Get('undo')
  showUndo(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.codePages.show([request, response], UNDO_ADDRESS, loginTenantIn(request));
  }

  @Post('undo')
  async undo(@Req() request: Request, @Res() response: Response): Promise<void> {
    const boundTo = this.sender.cookie(request, 'account');
    if (boundTo === undefined) throw KernelErrors.forbidden();
    this.guard.check(request, boundTo);
    const form = formOf(request);
    const tenant = { enterprise: form.text('enterprise'), test: form.text('test') === 'true' };
    const login = form.text('login').slice(0, LONGEST_LOGIN);
    const isUndone = await this.#isUndone(tenant, login, form.text('code').slice(0, LONGEST_CODE));
    const outcome = isUndone ? { done: true } : { login, wrong: true };
    await this.codePages.show([request, response], UNDO_ADDRESS, tenant, outcome);
  }

  /** Undoes a change of the email address. Neither the text nor the timing of a refusal reveals its reason. */
  #isUndone({ enterprise, test }: { enterprise: string; test: boolean }, login: string, code: string) {
    return this.limit.countFailures(
      async () => {
        const timer = new RefusalTimer();
        if (await this.addresses.undo(Tenant.of(enterprise, test), login, code)) return true;
        await timer.wait();
        return false;
      },
      (undone) => undone,
    );
  }

  async #show(request: Request, response: Response, signedIn: SignedIn, outcome: Outcome): Promise<void> {
    await this.pages.account([request, response], signedIn, outcome);
  }

  async #sent(request: Request, response: Response): Promise<[SignedIn, Form]> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) throw KernelErrors.forbidden();
    this.guard.check(request, signedIn.session.uid);
    return [signedIn, formOf(request)];
  }
}

const LONGEST_LOGIN = 255;
const LONGEST_CODE = 40;

const problems = {
  tooMany: 'addressTooMany',
  notAnAddress: 'addressWrong',
} as const satisfies Partial<Record<AddressAsked, string>>;
