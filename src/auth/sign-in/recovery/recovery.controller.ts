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
  bindingOf,
  type Recovering,
  type Recovery,
  type SecondProof,
} from '../../credentials/recovery/password-recovery.service.js';
import { BY_PASSWORD } from '../../sessions/login-session.js';
import type { UserCard } from '../../../users/contract/index.js';
import { NumberApprovals } from '../../credentials/approvals/number-approvals.service.js';
import type { Factor } from '../../sessions/levels.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { InteractionEntrance } from '../interaction-entrance.service.js';
import { Interactions, type OpenInteraction, type SentForm } from '../interactions.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import { RecoveryPages } from './recovery-pages.service.js';

/** Lets users who have forgotten their password choose a new one. */
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
    private readonly approvals: NumberApprovals,
    private readonly origins: SessionOrigins,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const isOffered = open.details.prompt.name === 'login' && (await this.recovery.isOffered(open.client.tenant));
    if (isOffered) await this.pages.show(open, 'ask', { login: '' });
    else response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}`);
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
    await this.#showSecond(sent, { by: 'passkey', response: sent.form.text('response') });
  }

  @Post('second/totp')
  async totp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    await this.#showSecond(sent, { by: 'totp', code: sent.form.text('second_code') });
  }

  @Post('second/recovery-code')
  async recoveryCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    await this.#showSecond(sent, { by: 'recoveryCode', code: sent.form.text('recovery_code') });
  }

  @Post('second/approval')
  async approval(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const { open } = sent;
    const recovery = recoveryIn(sent);
    const { user, needed } = (await this.recovery.check(recovery)) ?? {};
    if (!user || !needed?.includes('approval')) throw KernelErrors.forbidden();
    const origin = this.origins.of(request);
    const place = { boundTo: bindingOf(recovery), sessionUid: null, recovers: true, client: open.client, origin };
    const asked = await this.approvals.ask(user.ref, place);
    if (asked.state === 'asked') return this.#showNumber(open, recovery, user, needed);
    const problem = asked.state === 'tooMany' ? 'recoverPhoneMany' : 'numUnreachable';
    await this.pages.show(open, 'second', { ...recovery, needed }, { problem });
  }

  @Get('second/approval/state')
  async approvalState(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { details } = await this.interactions.open(request, response);
    const waits = await this.approvals.isWaiting(bindingOf({ boundTo: details.uid }));
    response.set('Cache-Control', 'no-store').json({ waits });
  }

  /** Matches all other GET requests, so it must be the last GET route. */
  @Get('*form')
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}/recover`);
  }

  @Post('second/approval/continue')
  async approved(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await this.#sent(request, response);
    const recovery = recoveryIn(sent);
    const { user, needed } = (await this.recovery.check(recovery)) ?? {};
    if (!user || !needed) return this.#showSecond(sent, { by: 'approval' });
    const state = await this.approvals.stateOf(user.ref, bindingOf(recovery));
    if (state?.state === 'open') return this.#showNumber(sent.open, recovery, user, needed);
    await this.#showSecond(sent, { by: 'approval' });
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

  async #showNumber(
    open: OpenInteraction,
    recovery: Recovery,
    user: UserCard,
    needed: readonly Factor[],
  ): Promise<void> {
    const state = await this.approvals.stateOf(user.ref, bindingOf(recovery));
    const { number = '', types = false } = state?.state === 'open' ? state : {};
    await this.pages.show(open, 'number', { ...recovery, needed, number, types });
  }

  async #showSecond(sent: SentForm, proof: SecondProof): Promise<void> {
    const { open } = sent;
    const recovery = recoveryIn(sent);
    const shown = await this.recovery.showSecond(recovery, proof);
    if (!shown) return this.pages.show(open, 'code', recovery, { problem: 'recoverWrongCode' });
    if ('second' in shown) return this.pages.show(open, 'choose', { ...recovery, ...shown });
    const { needed } = shown;
    await this.pages.show(open, 'second', { ...recovery, needed }, { problem: problemOf(proof, shown.problem) });
  }

  async #sent(request: Request, response: Response): Promise<SentForm> {
    const sent = await this.entrance.sent(request, response);
    const { details, client } = sent.open;
    if (details.prompt.name !== 'login' || !(await this.recovery.isOffered(client.tenant))) {
      throw KernelErrors.forbidden();
    }
    return sent;
  }

  /**
   * Marks the browser as known after a correct code. Failed attempts in other browsers then no longer delay a user who
   * remembers the password in this one.
   */
  async #next({ open, marks }: SentForm, recovery: Recovery, { user, needed }: Recovering): Promise<void> {
    this.entrance.noteKnown({ open, marks }, user);
    await this.pages.show(open, needed.length > 0 ? 'second' : 'choose', { ...recovery, needed });
  }

  /**
   * Continues the sign-in as after a password login, because a code sent by email proves no more than a password. The
   * recovery has already ended the user's previous session.
   */
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

function problemOf({ by }: SecondProof, problem: 'refused' | 'wrongCode' | 'tooSoon') {
  if (problem === 'wrongCode') return by === 'totp' ? 'totpWrong' : 'codesWrong';
  if (problem === 'tooSoon') return 'totpTooSoon';
  return by === 'approval' ? 'recoverPhoneRefused' : 'recoverPasskeyRefused';
}

const recoveryIn = ({ open, form, tenant }: SentForm): Recovery => ({
  tenant,
  login: form.text('login'),
  boundTo: open.details.uid,
  code: form.text('code'),
  second: form.text('second'),
});
