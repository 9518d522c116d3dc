import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors, newSecret } from '../../../shared/kernel/index.js';
import { PageErrors, PageSender } from '../../../shared/pages/index.js';
import { type UserCard, UserDirectory } from '../../../users/contract/index.js';
import { FactorRecoveries } from '../../credentials/lost-factor/factor-recoveries.service.js';
import { FactorReplacement } from '../../credentials/lost-factor/factor-replacement.service.js';
import { PasskeyRegistration } from '../../credentials/passkeys/passkey-registration.service.js';
import { SecondFactors } from '../../credentials/second-factors.service.js';
import { BY_PASSKEY, BY_TOTP } from '../../sessions/login-session.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { InteractionEntrance } from '../interaction-entrance.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import { Interactions, missingProof, type OpenInteraction, type SentForm } from '../interactions.service.js';
import { type LostFactorOutcome, LostFactorPages } from './lost-factor-pages.service.js';

/**
 * The cookie that identifies the browser that began a replacement of second factors, once the waiting period is over.
 */
const REPLACING = 'replacing';
/** How long the cookie is kept: enough for the identity check, the waiting period, and the days to set up a factor. */
const REPLACING_DAYS = 30;

interface Waiting extends SentForm {
  readonly user: UserCard;
}

/** The pages for a signed-in user who can no longer prove any second factor. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a page for the browser that holds the cookie of its interaction')
@Controller('service/interaction/:uid/second/lost')
export class LostFactorController {
  constructor(
    private readonly entrance: InteractionEntrance,
    private readonly interactions: Interactions,
    private readonly signIn: InteractionPages,
    private readonly pages: LostFactorPages,
    private readonly sender: PageSender,
    private readonly users: UserDirectory,
    private readonly recoveries: FactorRecoveries,
    private readonly replacement: FactorReplacement,
    private readonly factors: SecondFactors,
    private readonly passkeys: PasskeyRegistration,
    private readonly origins: SessionOrigins,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.interactions.open(request, response);
    const user = await this.#userOf(open);
    if (user) await this.#shown(open, user);
    else response.redirect(303, pathOf(open.details.uid));
  }

  @Post('identity')
  async identity(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user } = await this.#sent(request, response);
    const browser = this.sender.cookie(request, REPLACING) ?? newSecret();
    const begun = await this.recoveries.begin(user.ref, {
      browser,
      clientId: open.client.clientId,
      redirectUrl: `${this.config.authUrl}${pathOf(open.details.uid)}/second/lost`,
      origin: this.origins.of(request),
    });
    if ('refused' in begun) {
      const problem = begun.refused === 'tooMany' ? 'lostTooMany' : 'lostNotNow';
      return this.#shown(open, user, { problem });
    }
    this.sender.setCookie(response, REPLACING, browser, REPLACING_DAYS);
    response.redirect(303, begun.url);
  }

  @Post('stop')
  async stop(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user } = await this.#sent(request, response);
    await this.recoveries.stop(user.ref.sub, 'user');
    await this.#shown(open, user, { problem: 'lostStopped' });
  }

  @Post('totp')
  async totp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user, form } = await this.#sent(request, response);
    if (!(await this.factors.mayMake(user.ref, 'totp'))) throw KernelErrors.forbidden();
    const setup = form.text('setup');
    const outcome = await this.replacement.byTotp(user, this.#here(open), setup, form.text('code'));
    if (outcome === 'right') return this.interactions.login(open, user.ref.sub, BY_TOTP);
    await this.#shown(open, user, { problem: outcome === 'wrong' ? 'totpWrong' : 'totpTooSoon', setup });
  }

  @Post('passkey/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user } = await this.#sent(request, response);
    response.json(await this.passkeys.options(user, open.details.uid));
  }

  @Post('passkey')
  async passkey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { open, user, form } = await this.#sent(request, response);
    const { passkey: name } = (await this.signIn.settingOf(open)).language.words;
    const here = this.#here(open);
    const isAdded = await this.replacement.byPasskey(user, here, open.details.uid, name, form.text('response'));
    if (isAdded) return this.interactions.login(open, user.ref.sub, BY_PASSKEY);
    await this.#shown(open, user, { problem: 'passkeyNotMadeOnly' });
  }

  /** If the browser opens the URL of a form with a GET request, redirects to the page that contains the form. */
  @Get(['identity', 'stop', 'totp', 'passkey'])
  back(@Param('uid') uid: string, @Res() response: Response): void {
    response.redirect(303, `${pathOf(uid)}/second/lost`);
  }

  async #shown(open: OpenInteraction, { ref }: UserCard, outcome?: LostFactorOutcome): Promise<void> {
    const shown = await this.recoveries.shownTo(ref.sub, this.sender.cookie(open.request, REPLACING));
    await this.pages.show(open, ref, shown, outcome);
  }

  #here({ request, details }: OpenInteraction) {
    return { browser: this.sender.cookie(request, REPLACING), sessionUid: details.session?.uid ?? '' };
  }

  async #sent(request: Request, response: Response): Promise<Waiting> {
    const sent = await this.entrance.sent(request, response);
    const user = await this.#userOf(sent.open);
    if (!user) throw KernelErrors.forbidden();
    return { ...sent, user };
  }

  /**
   * Returns the signed-in user, if the user is ACTIVE and if this sign-in requires a second factor that the user has
   * registered. Otherwise returns undefined.
   */
  async #userOf(open: OpenInteraction): Promise<UserCard | undefined> {
    const user = await this.users.find(open.details.session?.accountId ?? '');
    return (missingProof(open)?.ways.length ?? 0) > 0 && user?.status === 'ACTIVE' ? user : undefined;
  }
}

const pathOf = (uid: string): string => `/service/interaction/${encodeURIComponent(uid)}`;
