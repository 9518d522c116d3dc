import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { NumberApprovals } from '../credentials/approvals/number-approvals.service.js';
import { PasskeyLogin } from '../credentials/passkeys/passkey-login.service.js';
import { PasswordLogin } from '../credentials/password-login.service.js';
import { BY_PASSKEY, BY_PASSWORD } from '../sessions/login-session.js';
import { PageErrors } from '../../shared/pages/index.js';
import { Remembering } from './remembering.service.js';
import { Interactions, invitationIn, missingProof, type OpenInteraction } from './interactions.service.js';
import { InteractionEntrance } from './interaction-entrance.service.js';
import { InteractionPages } from './interaction-pages.service.js';

/** The pages on which users sign in and give consent. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid')
export class InteractionController {
  constructor(
    private readonly interactions: Interactions,
    private readonly pages: InteractionPages,
    private readonly entrance: InteractionEntrance,
    private readonly passwords: PasswordLogin,
    private readonly passkeys: PasskeyLogin,
    private readonly approvals: NumberApprovals,
    private readonly users: UserDirectory,
    private readonly remembering: Remembering,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const [invited, missing] = [invitationIn(open), missingProof(open)];
    if (open.details.prompt.name === 'consent') await this.pages.consent(open);
    else if (missing && (await this.remembering.goesOn(open))) return;
    else if (missing) await (missing.ways.length > 0 ? this.pages.second(open) : this.pages.newFactor(open));
    else await (invited ? this.pages.activate(open, invited) : this.pages.login(open));
  }

  @Post('login')
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    const { open, form, tenant, marks } = sent;
    const login = form.text('login');
    const user = await this.passwords.attempt({ tenant, marks, login, password: form.text('password') });
    if (user) await this.entrance.enter(sent, user, BY_PASSWORD);
    else await this.pages.login(open, { login, problem: 'loginFailed' });
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.entrance.sent(request, response);
    response.json(await this.passkeys.options(open.details.uid));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    const { open, form, tenant } = sent;
    const [boundTo, answer] = [open.details.uid, form.text('response')];
    const user = await this.passkeys.attempt({ tenant, boundTo, response: answer });
    const missing = missingProof(open);
    const isOfAnother = missing && user && user.ref.sub !== open.details.session?.accountId;
    if (user && !isOfAnother) return this.entrance.enter(sent, user, BY_PASSKEY);
    const orphan = await this.passkeys.orphanIn(answer);
    if (missing) await this.pages.second(open, 'secondRefused', orphan);
    else await this.pages.login(open, { problem: 'passkeyFailed', orphan });
  }

  @Post('consent')
  async consent(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, form } = await this.entrance.sent(request, response);
    const answer = form.text('consent');
    if (open.details.prompt.name !== 'consent') return this.pages.login(open);
    if (answer === 'allow') return this.interactions.allow(open);
    return answer === 'deny' ? this.interactions.deny(open) : this.pages.consent(open);
  }

  /** If the browser opens the URL of a form with a GET request, redirects to the sign-in page. */
  @Get(['login', 'passkey', 'consent', 'cancel'])
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}`);
  }

  @Post('cancel')
  async cancel(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.entrance.sent(request, response);
    if (missingProof(open)?.ways.includes('approval')) await this.#abandonApproval(open);
    await this.interactions.cancel(open);
  }

  /** Withdraws the approval request from the phone when the sign-in is cancelled. */
  async #abandonApproval({ details: { uid, session } }: OpenInteraction): Promise<void> {
    const user = await this.users.find(session?.accountId ?? '');
    if (user) await this.approvals.abandon(user.ref, uid);
  }
}
