import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { PageErrors } from '../../shared/pages/index.js';
import { type UserCard, UserDirectory } from '../../users/contract/index.js';
import { PasskeyRegistration } from '../credentials/passkeys/passkey-registration.service.js';
import { SecondFactors } from '../credentials/second-factors.service.js';
import { RecoveryCodes } from '../credentials/recovery-codes/recovery-codes.service.js';
import { TotpFactor } from '../credentials/totp/totp.service.js';
import { BY_PASSKEY, BY_RECOVERY_CODE, BY_TOTP } from '../sessions/login-session.js';
import type { MissingProof } from '../protocol/engine/engine-policy.service.js';
import { Interactions, missingProof, type SentForm } from './interactions.service.js';
import { InteractionEntrance } from './interaction-entrance.service.js';
import { Remembering } from './remembering.service.js';
import { InteractionPages } from './interaction-pages.service.js';

interface Waiting extends SentForm {
  readonly user: UserCard;
  readonly missing: MissingProof;
}

/** Lets a signed-in user prove a second factor, or add one. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/second')
export class SecondFactorController {
  constructor(
    private readonly entrance: InteractionEntrance,
    private readonly interactions: Interactions,
    private readonly pages: InteractionPages,
    private readonly users: UserDirectory,
    private readonly factors: SecondFactors,
    private readonly totp: TotpFactor,
    private readonly codes: RecoveryCodes,
    private readonly passkeys: PasskeyRegistration,
    private readonly remembering: Remembering,
  ) {}

  @Post('totp')
  async proveTotp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const waiting = await this.#waiting(request, response);
    const { open, user, form, missing } = waiting;
    if (!missing.ways.includes('totp')) throw KernelErrors.forbidden();
    const outcome = await this.totp.attempt(user.ref, form.text('code'));
    if (outcome === 'right') {
      await this.remembering.note(waiting, user.ref);
      return this.interactions.login(open, user.ref.sub, BY_TOTP);
    }
    return this.pages.second(open, outcome === 'wrong' ? 'totpWrong' : 'totpTooSoon');
  }

  @Post('recovery-code')
  async proveRecoveryCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user, form, missing } = await this.#waiting(request, response);
    if (!missing.ways.includes('recoveryCode')) throw KernelErrors.forbidden();
    const outcome = await this.codes.attempt(user.ref, form.text('recovery_code'));
    if (outcome === 'right') return this.interactions.login(open, user.ref.sub, BY_RECOVERY_CODE);
    return this.pages.second(open, outcome === 'wrong' ? 'codesWrong' : 'totpTooSoon');
  }

  @Post('totp/new')
  async confirmTotp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user, form } = await this.#making(request, response);
    if (!(await this.factors.mayMake(user.ref, 'totp'))) throw KernelErrors.forbidden();
    const setup = form.text('setup');
    const outcome = await this.totp.confirm(user.ref, setup, form.text('code'));
    if (outcome === 'right') return this.interactions.login(open, user.ref.sub, BY_TOTP);
    return this.pages.newFactor(open, { problem: outcome === 'wrong' ? 'totpWrong' : 'totpTooSoon', setup });
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user } = await this.#making(request, response);
    response.json(await this.passkeys.options(user, open.details.uid));
  }

  @Post('passkey')
  async addPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user, form } = await this.#making(request, response);
    const { passkey: name } = (await this.pages.settingOf(open)).language.words;
    const added = await this.passkeys.add(user, open.details.uid, name, form.text('response'));
    if (added) return this.interactions.login(open, user.ref.sub, BY_PASSKEY);
    return this.pages.newFactor(open, { problem: 'passkeyNotMadeOnly' });
  }

  /** If the browser opens the URL of a form with a GET request, redirects to the sign-in page. */
  @Get(['recovery-code', 'totp', 'totp/new', 'passkey'])
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `/service/interaction/${encodeURIComponent(uid)}`);
  }

  async #waiting(request: Request, response: Response): Promise<Waiting> {
    const sent = await this.entrance.sent(request, response);
    const missing = missingProof(sent.open);
    const user = await this.users.find(sent.open.details.session?.accountId ?? '');
    if (!missing || user?.status !== 'ACTIVE') throw KernelErrors.forbidden();
    return { ...sent, user, missing };
  }

  /**
   * Returns the request of a user who may add a factor. Refused while the user can prove an existing factor, so that a
   * password alone is not enough to add one. Also refused if the user's factors have changed since the page was shown.
   */
  async #making(request: Request, response: Response): Promise<Waiting> {
    const waiting = await this.#waiting(request, response);
    const { missing, user } = waiting;
    const held = await this.factors.of(user.ref);
    if (missing.ways.length > 0 || held.join() !== missing.held.join()) throw KernelErrors.forbidden();
    return waiting;
  }
}
