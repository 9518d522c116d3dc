import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { FormGuard, PageSender } from '../../../shared/pages/index.js';
import type { UserRef } from '../../../users/contract/index.js';
import { FactorRecoveries, type ShownRecovery } from '../../credentials/lost-factor/factor-recoveries.service.js';
import { SecondFactors } from '../../credentials/second-factors.service.js';
import { TotpFactor } from '../../credentials/totp/totp.service.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { InteractionPages } from '../interaction-pages.service.js';
import type { OpenInteraction } from '../interactions.service.js';
import { chooseView, replaceView, waitView } from './lost-factor.view.js';

export interface LostFactorOutcome {
  readonly problem?:
    | 'lostTooMany'
    | 'lostStopped'
    | 'lostRefused'
    | 'lostNotNow'
    | 'totpWrong'
    | 'totpTooSoon'
    | 'passkeyNotMadeOnly';
  /** The encrypted secret of the authenticator app that is being set up. */
  readonly setup?: string;
}

/** Renders the pages for users who have lost every second factor. */
@Injectable()
export class LostFactorPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly interactions: InteractionPages,
    private readonly recoveries: FactorRecoveries,
    private readonly factors: SecondFactors,
    private readonly totp: TotpFactor,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async show(
    open: OpenInteraction,
    user: UserRef,
    shown: ShownRecovery | undefined,
    { problem, setup }: LostFactorOutcome = {},
  ): Promise<void> {
    const { request, response, details, client } = open;
    const setting = await this.interactions.settingOf(open);
    const { language, brand } = setting;
    const { words } = language;
    const path = `/service/interaction/${details.uid}`;
    const refused = problem ?? (shown?.state === 'refused' ? 'lostRefused' : undefined);
    const view = {
      ...{ language, path, shown, brand: brand.name },
      csrf: this.guard.tokenFor(details.uid),
      userName: await this.interactions.userName(open),
      hasRecoveryCode: (await this.factors.of(user)).includes('recoveryCode'),
      waitHours: await this.recoveries.offeredTo(user),
      problem: refused && words[refused],
    };
    const mayTotp = await this.factors.mayMake(user, 'totp');
    const [title, main] =
      shown?.state === 'waiting'
        ? [words.factorWaitTitle, waitView({ ...view, readyAt: shown.readyAt })]
        : shown?.state === 'ready'
          ? [
              words.lostReadyTitle,
              replaceView({ ...view, made: mayTotp ? this.totp.begin(user, brand.name, setup) : undefined }),
            ]
          : [words.lostTitle, chooseView(view)];
    this.pages.send(request, response, problem ? 403 : 200, {
      ...setting,
      title,
      main,
      problem: refused !== undefined,
      images: [client.logoUri ?? undefined],
      formTargets: [String(details.params['redirect_uri']), this.config.idvUrl],
      path: `${path}/second/lost`,
    });
  }
}
