import { Injectable } from '@nestjs/common';
import { Clock, html, type Html } from '../../../shared/kernel/index.js';
import { FormGuard, inSeconds, filled, PageSender } from '../../../shared/pages/index.js';
import type { ApprovalState, Asked } from '../../credentials/approvals/asked-approval.types.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { Remembering } from '../remembering.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import { missingProof, type OpenInteraction } from '../interactions.service.js';
import { cancelForm } from '../views/login.view.js';
import { approvedView, type ApprovalView, endedView, numberView } from './approval.view.js';

type Ended = Exclude<ApprovalState['state'], 'open' | 'RIGHT' | 'used'> | Exclude<Asked['state'], 'asked'>;

const PROBLEMS = {
  WRONG: 'numWrong',
  REFUSED: 'numRefused',
  ENDED: 'numExpired',
  tooMany: 'numMany',
  unreachable: 'numUnreachable',
} as const satisfies Readonly<Record<Ended, keyof Words>>;

const REFRESH_SECONDS = 5;

interface Sent {
  readonly status?: number;
  readonly refreshSeconds?: number;
  readonly isRefused?: boolean;
}

/** Renders the sign-in pages for an approval on the phone. */
@Injectable()
export class ApprovalPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly interactions: InteractionPages,
    private readonly clock: Clock,
    private readonly remembering: Remembering,
  ) {}

  async show(open: OpenInteraction, shown: ApprovalState | Asked): Promise<void> {
    if (shown.state === 'open') {
      const { number, types, devices } = shown;
      await this.#send(open, (view) => numberView({ ...view, number, types, devices }), {
        refreshSeconds: REFRESH_SECONDS,
      });
    } else if (shown.state === 'RIGHT') await this.#send(open, approvedView);
    else await this.#ended(open, shown as (ApprovalState | Asked) & { readonly state: Ended });
  }

  async #ended(open: OpenInteraction, ended: (ApprovalState | Asked) & { readonly state: Ended }): Promise<void> {
    const { words, locale } = (await this.interactions.settingOf(open)).language;
    const wait = ended.state === 'tooMany' ? (ended.until.getTime() - this.clock.now().getTime()) / 1000 : 0;
    const problem = filled(words[PROBLEMS[ended.state]], { when: inSeconds(locale, Math.max(1, wait)) });
    const mayRepeat = ended.state === 'WRONG' || ended.state === 'ENDED';
    const isRefused = ended.state === 'REFUSED';
    const view = (given: ApprovalView) => endedView({ ...given, problem, mayRepeat });
    await this.#send(open, view, { status: ended.state === 'tooMany' ? 429 : 403, isRefused });
  }

  async #send(
    open: OpenInteraction,
    view: (given: ApprovalView) => Html,
    { status = 200, refreshSeconds, isRefused = false }: Sent = {},
  ): Promise<void> {
    const { request, response, details, client } = open;
    const setting = await this.interactions.settingOf(open);
    const { words } = setting.language;
    const path = `/service/interaction/${details.uid}`;
    const hasOtherWay = !isRefused && (missingProof(open)?.ways.length ?? 0) > 1;
    const main = view({
      words,
      base: `${path}/second/approval`,
      csrf: this.guard.tokenFor(details.uid),
      userName: await this.interactions.userName(open),
      rememberDays: await this.remembering.daysFor(open),
      elsewhere: html`${hasOtherWay ? html`<a href="${path}">${words.numOtherWay}</a>` : ''}
      ${cancelForm(words, path, this.guard.tokenFor(details.uid))}`,
    });
    this.pages.send(request, response, status, {
      ...setting,
      title: words.numTitle,
      main,
      problem: status !== 200,
      refreshSeconds,
      images: [client.logoUri ?? undefined],
      formTargets: [String(details.params['redirect_uri'])],
      path: `${path}/second/approval`,
    });
  }
}
