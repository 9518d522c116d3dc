import { Injectable } from '@nestjs/common';
import type { Html } from '../../../shared/kernel/index.js';
import { FormGuard, PageSender } from '../../../shared/pages/index.js';
import type { PasswordFault } from '../../credentials/passwords/password-strength.service.js';
import type { Words } from '../../hosted-pages/words/en.js';
import type { OpenInteraction } from '../interactions.service.js';
import { InteractionPages } from '../interaction-pages.service.js';
import type { Factor } from '../../sessions/levels.js';
import { askView, chooseView, codeView, phoneView, type RecoveryView, secondView } from './recovery.view.js';

const LONGEST_LOGIN = 255;

/** The values that each step of a password recovery passes on to the next step. */
export interface Typed {
  readonly login: string;
  readonly code?: string;
  readonly second?: string;
  /** The factors of which the user must still prove at least one. */
  readonly needed?: readonly Factor[];
  /** The number that the user chooses or types on the phone. */
  readonly number?: string;
  readonly types?: boolean;
}

export interface Wrong {
  readonly problem?:
    | 'recoverTooMany'
    | 'recoverWrongCode'
    | 'recoverPasskeyRefused'
    | 'recoverPhoneRefused'
    | 'recoverPhoneMany'
    | 'numUnreachable'
    | 'totpWrong'
    | 'codesWrong'
    | 'totpTooSoon'
    | 'passkeyNotMade';
  readonly passwordWrong?: PasswordFault;
  /** The id of a passkey that the browser has created but the service has not stored. */
  readonly orphan?: string | undefined;
}

interface Step {
  readonly title: keyof Words;
  readonly view: (view: RecoveryView) => Html;
}

const steps = {
  ask: { title: 'recoverTitle', view: askView },
  code: { title: 'recoverCodeTitle', view: codeView },
  second: { title: 'recoverSecondTitle', view: secondView },
  number: { title: 'numTitle', view: phoneView },
  choose: { title: 'recoverNewTitle', view: chooseView },
} as const satisfies Readonly<Record<string, Step>>;

/** Renders the pages for users who have forgotten a password. */
@Injectable()
export class RecoveryPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly interactions: InteractionPages,
  ) {}

  async show(open: OpenInteraction, step: keyof typeof steps, typed: Typed, wrong: Wrong = {}): Promise<void> {
    const { request, response, details, client } = open;
    const setting = await this.interactions.settingOf(open);
    const { words } = setting.language;
    const { problem, passwordWrong, orphan } = wrong;
    const path = `/service/interaction/${details.uid}`;
    const { title, view } = steps[step];
    const main = view({
      words,
      path,
      csrf: this.guard.tokenFor(details.uid),
      brand: setting.brand.name,
      login: typed.login.slice(0, LONGEST_LOGIN),
      code: typed.code ?? '',
      second: typed.second ?? '',
      needed: typed.needed ?? [],
      number: typed.number ?? '',
      types: typed.types ?? false,
      problem: problem && words[problem],
      passwordWrong: passwordWrong && words[passwordWrong],
    });
    const failed = problem !== undefined || passwordWrong !== undefined;
    this.pages.send(request, response, statusOf(wrong), {
      ...setting,
      title: words[title],
      main,
      problem: failed,
      orphan,
      images: [client.logoUri ?? undefined],
      formTargets: [String(details.params['redirect_uri'])],
      path: `${path}/recover`,
    });
  }
}

function statusOf({ problem, passwordWrong }: Wrong): number {
  if (passwordWrong) return 422;
  if (problem === 'recoverTooMany' || problem === 'recoverPhoneMany') return 429;
  return problem ? 403 : 200;
}
