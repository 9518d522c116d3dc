import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { html, newSecret } from '../../shared/kernel/index.js';
import { Devices, MailAddresses, OPERATORS_ENTERPRISE, type UserCard } from '../../users/contract/index.js';
import type { ApprovalState, AskingSignIn } from '../credentials/approvals/asked-approval.types.js';
import { approvedView, numberView } from '../sign-in/approval/approval.view.js';
import { PasskeyRegistration } from '../credentials/passkeys/passkey-registration.service.js';
import { FactorRules } from '../credentials/factor-rules.service.js';
import { RememberedBrowsers } from '../credentials/remembered-browsers/remembered-browsers.service.js';
import { FactorRecoveries } from '../credentials/lost-factor/factor-recoveries.service.js';
import { RecoveryCodes } from '../credentials/recovery-codes/recovery-codes.service.js';
import { TotpFactor } from '../credentials/totp/totp.service.js';
import { AccountStepUpPolicy } from './account-step-up-policy.service.js';
import type { PasswordFault } from '../credentials/passwords/password-strength.service.js';
import { alert, FormGuard, hidden, notice, PageSender } from '../../shared/pages/index.js';
import { ACCOUNT, accountUrl, tenantQuery, type LoginTenant } from './views/account-url.js';
import { accountView } from './views/account.view.js';
import { loginView } from '../sign-in/views/login.view.js';
import type { Words } from '../hosted-pages/words/en.js';
import { AccountApplications } from './account-applications.service.js';
import { AccountSessions, type SignedIn } from './account-sessions.service.js';
import { PasskeyProofs } from './passkey-proofs.service.js';

export interface Outcome {
  readonly done?: keyof Words;
  readonly problem?: keyof Words;
  readonly passwordWrong?: 'wrongPassword' | PasswordFault;
  /** The encrypted secret of the authenticator app that the user is adding. */
  readonly setup?: string;
  /** Recovery codes that have just been generated. */
  readonly newCodes?: readonly string[];
  /** The passkey that is being renamed. */
  readonly renamed?: string;
  /** The id of a passkey that the service does not accept any more. The page asks the password manager to delete it. */
  readonly orphan?: string | undefined;
}

export interface AccountLogin {
  readonly login?: string;
  readonly problem?: 'loginFailed' | 'passkeyFailed';
  /** Set if a signed-in user must sign in again before making a change. */
  readonly again?: true;
  readonly orphan?: string | undefined;
}

type ApprovalClient = AskingSignIn['client'];

const REFRESH_SECONDS = 5;

type Exchange = readonly [request: Request, response: Response];

@Injectable()
export class AccountPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly sessions: AccountSessions,
    private readonly passkeys: PasskeyRegistration,
    private readonly shown: PasskeyProofs,
    private readonly devices: Devices,
    private readonly applications: AccountApplications,
    private readonly totp: TotpFactor,
    private readonly codes: RecoveryCodes,
    private readonly stepUpPolicy: AccountStepUpPolicy,
    private readonly recoveries: FactorRecoveries,
    private readonly rules: FactorRules,
    private readonly browsers: RememberedBrowsers,
    private readonly addresses: MailAddresses,
  ) {}

  async account([request, response]: Exchange, signedIn: SignedIn, outcome: Outcome = {}): Promise<void> {
    const { user, session } = signedIn;
    const { language, brand } = await this.pages.settingFor(request, { ...user.ref, language: user.language });
    const { words } = language;
    const { done, problem, passwordWrong, renamed, orphan } = outcome;
    const tenant = { enterprise: user.ref.enterpriseId, test: user.ref.test };
    const totp = await this.totp.of(user.ref.sub);
    const missing = await this.stepUpPolicy.missingProof(signedIn);
    const { factors } = await this.rules.of(user.ref);
    const mayAdd = factors.includes('totp') && !totp && missing === undefined && this.sessions.isFresh(signedIn);
    const main = accountView({
      language,
      totp,
      newTotp: mayAdd ? this.totp.begin(user.ref, brand.name, outcome.setup) : undefined,
      totpOpen: outcome.setup !== undefined,
      address: await this.addresses.stateOf(user.ref.sub, session.uid),
      mayChangeWays: missing === undefined && this.sessions.isFresh(signedIn),
      missesCode: missing === 'totpNeeded',
      recoveryCodes: await this.codes.of(user.ref.sub),
      newCodes: outcome.newCodes ?? [],
      mayHaveCodes: await this.stepUpPolicy.mayHaveCodes(signedIn),
      replacedFrom: (await this.recoveries.openOf(user.ref.sub))?.readyAt ?? undefined,
      missesPhone: missing === 'phoneNeeded',
      query: tenantQuery(tenant),
      csrf: this.guard.tokenFor(session.uid),
      userName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.ref.userId,
      userId: user.ref.userId,
      ...(await this.passkeys.waysIn(user)),
      renamed,
      devices: await this.devices.list(user.ref),
      browsers: await this.browsers.list(user.ref.sub),
      allows: (factor) => factors.includes(factor),
      applications: await this.applications.list(user.ref),
      sessions: await this.sessions.list(signedIn),
      currentSession: session.uid,
      showsPasskey: this.shown.isNeeded(user.ref),
      fresh: this.shown.isNeeded(user.ref) || (missing === undefined && this.sessions.isFresh(signedIn)),
      done: done && words[done],
      problem: problem && words[problem],
      passwordWrong: passwordWrong && {
        field: passwordWrong === 'wrongPassword' ? 'current_password' : 'new_password',
        why: words[passwordWrong],
      },
    });
    const failed = problem !== undefined || passwordWrong !== undefined;
    const page = {
      language,
      brand,
      title: done ? words[done] : words.account,
      main,
      wide: true,
      problem: failed,
      orphan,
      path: accountUrl(tenant),
    };
    this.pages.send(request, response, failed ? 422 : 200, page);
  }

  /**
   * Shows the page of an approval on the phone while the user has not answered it, and after the user has confirmed the
   * correct number. In any other state, shows the account page with the reason why the approval ended.
   */
  async approval([request, response]: Exchange, signedIn: SignedIn, state: ApprovalState): Promise<void> {
    if (state.state !== 'open' && state.state !== 'RIGHT') {
      const problem = state.state === 'WRONG' ? 'numWrong' : state.state === 'REFUSED' ? 'numRefused' : 'numExpired';
      return this.account([request, response], signedIn, { problem });
    }
    const { user, session } = signedIn;
    const setting = await this.pages.settingFor(request, { ...user.ref, language: user.language });
    const { words } = setting.language;
    const view = {
      words,
      base: `${ACCOUNT}approval`,
      csrf: this.guard.tokenFor(session.uid),
      userName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.ref.userId,
      elsewhere: html`<a href="${accountUrl({ enterprise: user.ref.enterpriseId, test: user.ref.test })}"
        >${words.cancel}</a
      >`,
    };
    const main = state.state === 'open' ? numberView({ ...view, ...state }) : approvedView(view);
    const refreshSeconds = state.state === 'open' ? REFRESH_SECONDS : undefined;
    const page = { ...setting, title: words.numTitle, main, refreshSeconds, path: `${ACCOUNT}approval` };
    this.pages.send(request, response, 200, page);
  }

  /**
   * Returns the account page as the client that requests an approval. The phone shows the name of this client to the
   * user.
   */
  async asApplication(request: Request, { ref, language }: UserCard): Promise<ApprovalClient> {
    const { language: spoken } = await this.pages.settingFor(request, { ...ref, language });
    return { clientId: 'account', clientName: spoken.words.account };
  }

  /** Shows the login form. There is no session yet, so the CSRF token is bound to a separate cookie. */
  async login(
    [request, response]: Exchange,
    tenant: LoginTenant,
    { login = '', problem, again, orphan }: AccountLogin = {},
  ): Promise<void> {
    const { enterprise, test } = tenant;
    const { language, brand } = await this.pages.settingFor(request, { enterpriseId: enterprise });
    const { words } = language;
    const boundTo = this.pages.cookie(request, 'account') ?? newSecret();
    this.pages.setCookie(response, 'account', boundTo, 1);
    const main = loginView({
      words,
      brand,
      title: words.accountSignIn,
      path: ACCOUNT.slice(0, -1),
      csrf: this.guard.tokenFor(boundTo),
      login,
      onlyPasskeys: enterprise === OPERATORS_ENTERPRISE,
      notice: problem ? alert(words, words[problem]) : again && notice(words.confirmAgain),
      hiddenFields: [hidden('enterprise', enterprise), hidden('test', String(test))],
      ...(enterprise !== OPERATORS_ENTERPRISE && {
        undoAddress: `${ACCOUNT}address/undo${tenantQuery(tenant)}`,
        stopReplacement: `${ACCOUNT}second-factor/stop${tenantQuery(tenant)}`,
      }),
    });
    const title = words.accountSignIn;
    const status = problem === undefined ? 200 : 403;
    const isProblem = problem !== undefined;
    const page = { language, brand, title, main, orphan, problem: isProblem, path: accountUrl(tenant) };
    this.pages.send(request, response, status, page);
  }
}
