import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { FormGuard, PageErrors } from '../../../shared/pages/index.js';
import { NumberApprovals } from '../../credentials/approvals/number-approvals.service.js';
import { BY_APPROVAL } from '../../sessions/login-session.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { AccountPages } from '../account-pages.service.js';
import { AccountSessions, type SignedIn } from '../account-sessions.service.js';
import { ACCOUNT, accountUrl } from '../views/account-url.js';

/** The approval on the phone that some users must give on the account page before changing how they sign in. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session')
@Controller('service/account/approval')
export class AccountApprovalController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly guard: FormGuard,
    private readonly approvals: NumberApprovals,
    private readonly origins: SessionOrigins,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.#signedIn(request, response);
    const state = await this.approvals.stateOf(signedIn.user.ref, bindingOf(signedIn));
    if (!state || state.state === 'used') response.redirect(303, urlOf(signedIn));
    else await this.pages.approval([request, response], signedIn, state);
  }

  @Get('state')
  async state(@Req() request: Request, @Res() response: Response): Promise<void> {
    const waits = await this.approvals.isWaiting(bindingOf(await this.#signedIn(request, response)));
    response.set('Cache-Control', 'no-store').json({ waits });
  }

  @Get('continue')
  back(@Res() response: Response): void {
    response.redirect(303, `${ACCOUNT}approval`);
  }

  @Post()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.#sent(request, response);
    const { session, user } = signedIn;
    const asked = await this.approvals.ask(user.ref, {
      boundTo: bindingOf(signedIn),
      sessionUid: session.uid,
      client: await this.pages.asApplication(request, user),
      origin: this.origins.of(request),
    });
    if (asked.state === 'asked') response.redirect(303, `${ACCOUNT}approval`);
    else await this.pages.account([request, response], signedIn, { problem: PROBLEMS[asked.state] });
  }

  @Post('continue')
  async goOn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.#sent(request, response);
    const { user } = signedIn;
    if (await this.approvals.use(user.ref, bindingOf(signedIn))) {
      await this.sessions.begin(request, response, user, BY_APPROVAL);
      response.redirect(303, urlOf(signedIn));
    } else response.redirect(303, `${ACCOUNT}approval`);
  }

  async #signedIn(request: Request, response: Response): Promise<SignedIn> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) throw KernelErrors.forbidden();
    return signedIn;
  }

  async #sent(request: Request, response: Response): Promise<SignedIn> {
    const signedIn = await this.#signedIn(request, response);
    this.guard.check(request, signedIn.session.uid);
    return signedIn;
  }
}

const PROBLEMS = { tooMany: 'recoverPhoneMany', unreachable: 'numUnreachable' } as const;

/**
 * The value that binds an approval to this session on the account page. Sign-ins use another value, so an approval
 * given here cannot be used to sign in.
 */
const bindingOf = ({ session }: SignedIn): string => `account ${session.uid}`;

const urlOf = ({ user: { ref } }: SignedIn): string => accountUrl({ enterprise: ref.enterpriseId, test: ref.test });
