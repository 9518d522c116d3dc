import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { PageErrors } from '../../../shared/pages/index.js';
import { type UserCard, UserDirectory } from '../../../users/contract/index.js';
import { NumberApprovals } from '../../credentials/approvals/number-approvals.service.js';
import { BY_APPROVAL } from '../../sessions/login-session.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { InteractionEntrance } from '../interaction-entrance.service.js';
import { Interactions, missingProof, type OpenInteraction } from '../interactions.service.js';
import { Remembering } from '../remembering.service.js';
import { ApprovalPages } from './approval-pages.service.js';

/** Approval on the phone as the second factor: the user chooses or types the number that this page shows. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/second/approval')
export class ApprovalController {
  constructor(
    private readonly entrance: InteractionEntrance,
    private readonly interactions: Interactions,
    private readonly pages: ApprovalPages,
    private readonly users: UserDirectory,
    private readonly approvals: NumberApprovals,
    private readonly origins: SessionOrigins,
    private readonly remembering: Remembering,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const state = await this.approvals.stateOf((await this.#waiting(open)).ref, uid);
    if (!state || state.state === 'used') response.redirect(303, pathOf(uid));
    else await this.pages.show(open, state);
  }

  /** Tells the page's script whether the phone has yet to answer. */
  @Get('state')
  async state(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const state = await this.approvals.stateOf((await this.#waiting(open)).ref, uid);
    response.set('Cache-Control', 'no-store').json({ waits: state?.state === 'open' });
  }

  @Post()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open } = await this.entrance.sent(request, response);
    const { ref } = await this.#waiting(open);
    const { details, client } = open;
    const asked = await this.approvals.ask(ref, {
      boundTo: details.uid,
      sessionUid: details.session?.uid ?? null,
      client,
      origin: this.origins.of(request),
    });
    if (asked.state === 'asked') response.redirect(303, `${pathOf(details.uid)}/second/approval`);
    else await this.pages.show(open, asked);
  }

  @Post('continue')
  async goOn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.entrance.sent(request, response);
    const { open } = sent;
    const { ref } = await this.#waiting(open);
    const { uid } = open.details;
    if (await this.approvals.use(ref, uid)) {
      await this.remembering.note(sent, ref);
      return this.interactions.login(open, ref.sub, BY_APPROVAL);
    }
    response.redirect(303, `${pathOf(uid)}/second/approval`);
  }

  @Get('continue')
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `${pathOf(uid)}/second/approval`);
  }

  async #waiting(open: OpenInteraction): Promise<UserCard> {
    const user = await this.users.find(open.details.session?.accountId ?? '');
    if (!missingProof(open)?.ways.includes('approval') || user?.status !== 'ACTIVE') throw KernelErrors.forbidden();
    return user;
  }
}

const pathOf = (uid: string): string => `/service/interaction/${encodeURIComponent(uid)}`;
