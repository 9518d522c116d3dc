import type { RequestText } from '@countersign/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import {
  alert,
  confirmation,
  filled,
  FormGuard,
  type Language,
  type Page,
  PageSender,
  type Setting,
} from '../../shared/pages/index.js';
import {
  APPLICATION,
  isAppConfirmationOnly,
  missingProof,
  scopesAskedFor,
  takesPasskeysOnly,
  type OpenInteraction,
} from './interactions.service.js';
import { AuthorizationDetails } from '../protocol/backchannel/authorization-details.service.js';
import { FactorRules } from '../credentials/factor-rules.service.js';
import { TotpFactor } from '../credentials/totp/totp.service.js';
import { ApiRegistry } from '../apis/api-registry.service.js';
import { meaningOf } from '../hosted-pages/words/scope-meanings.js';
import { accountsView } from './accounts/accounts.view.js';
import { KnownAccounts } from './accounts/known-accounts.service.js';
import { activateView } from './views/activate.view.js';
import { accountUrl } from '../account/views/account-url.js';
import { readableText } from '../approvals/approval-content.js';
import type { Client } from '../client/client.entity.js';
import { consentView, confirmAppView, spoken } from './views/consent.view.js';
import { loginView } from './views/login.view.js';
import { PasswordRecovery } from '../credentials/recovery/password-recovery.service.js';
import { Remembering } from './remembering.service.js';
import { newFactorView, secondFactorView } from './views/second-factor.view.js';
import type { PasswordFault } from '../credentials/passwords/password-strength.service.js';
import type { Words } from '../hosted-pages/words/en.js';

const LONGEST_LOGIN = 255;

export interface LoginState {
  readonly login?: string;
  readonly problem?: 'loginFailed' | 'passkeyFailed';
  readonly done?: 'activated';
  readonly orphan?: string | undefined;
}

export interface ActivationTyped {
  readonly login?: string;
  readonly code?: string;
}

export interface ActivationWrong {
  readonly problem?: 'activationFailed' | 'passkeyNotMade';
  readonly passwordWrong?: PasswordFault;
  /** The id of a passkey that the browser has created but the service has not stored. */
  readonly orphan?: string;
}

/** Renders the pages that an authorization request may need. */
@Injectable()
export class InteractionPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly users: UserDirectory,
    private readonly recovery: PasswordRecovery,
    private readonly totp: TotpFactor,
    private readonly rules: FactorRules,
    private readonly remembering: Remembering,
    private readonly details: AuthorizationDetails,
    private readonly apis: ApiRegistry,
    private readonly accounts: KnownAccounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async login(open: OpenInteraction, { login, problem, done, orphan }: LoginState = {}): Promise<void> {
    const { client, details } = open;
    const setting = await this.settingOf(open);
    const { words } = setting.language;
    const known = (login ?? hintOf(details.params['login_hint'])).slice(0, LONGEST_LOGIN);
    const isAsked = known === '' && problem === undefined && !takesPasskeysOnly(open);
    const accounts = isAsked ? await this.accounts.in(open.request, client.tenant) : [];
    const choice = accounts.length > 1 ? accountsView({ ...this.#form(open), words, accounts }) : undefined;
    const title = choice ? words.chooseTitle : words.signIn;
    const main = loginView({
      ...this.#form(open),
      words,
      brand: setting.brand,
      title,
      client: client.clientName,
      clientLogo: client.logoUri,
      login: known,
      accounts: choice,
      notice: problem ? alert(words, words[problem]) : done && confirmation(words[done]),
      mayCancel: true,
      mayActivate: !takesPasskeysOnly(open),
      mayRecover: await this.recovery.isOffered(client.tenant),
      onlyPasskeys: takesPasskeysOnly(open),
    });
    const page = { ...setting, title, main, orphan, problem: problem !== undefined };
    this.#send(open, problem ? 403 : 200, page);
  }

  /** Shows the page that asks the user for a second factor. */
  async second(open: OpenInteraction, problem?: keyof Words, orphan?: string): Promise<void> {
    const setting = await this.settingOf(open);
    const { words } = setting.language;
    const main = secondFactorView({
      ...this.#form(open),
      words,
      client: open.client.clientName,
      userName: await this.userName(open),
      ways: missingProof(open)?.ways ?? [],
      rememberDays: await this.remembering.daysFor(open),
      notice: problem && alert(words, words[problem]),
    });
    const page = { ...setting, title: words.secondTitle, main, orphan, problem: problem !== undefined };
    this.#send(open, problem ? 403 : 200, page);
  }

  /** Shows the page on which a user adds a second factor. `setup` is the authenticator app that is being set up. */
  async newFactor(
    open: OpenInteraction,
    { problem, setup }: { problem?: keyof Words; setup?: string } = {},
  ): Promise<void> {
    const setting = await this.settingOf(open);
    const { words } = setting.language;
    const user = await this.users.find(open.details.session?.accountId ?? '');
    if (!user) throw KernelErrors.forbidden();
    const rules = await this.rules.of(user.ref);
    const main = newFactorView({
      ...this.#form(open),
      words,
      userName: await this.userName(open),
      brand: setting.brand.name,
      level: missingProof(open)?.level ?? 2,
      made: rules.factors.includes('totp') ? this.totp.begin(user.ref, setting.brand.name, setup) : undefined,
      notice: problem && alert(words, words[problem]),
    });
    const page = { ...setting, title: words.needTitle, main, problem: problem !== undefined };
    this.#send(open, problem ? 422 : 200, page);
  }

  async activate(open: OpenInteraction, typed: ActivationTyped = {}, wrong: ActivationWrong = {}): Promise<void> {
    const setting = await this.settingOf(open);
    const { words } = setting.language;
    const { problem, passwordWrong, orphan } = wrong;
    const main = activateView({
      ...this.#form(open),
      words,
      login: (typed.login ?? '').slice(0, LONGEST_LOGIN),
      code: typed.code ?? '',
      onlyPasskeys: takesPasskeysOnly(open),
      problem: problem && words[problem],
      passwordWrong: passwordWrong && words[passwordWrong],
    });
    const failed = problem !== undefined || passwordWrong !== undefined;
    const page = { ...setting, title: words.activate, main, orphan, problem: failed };
    this.#send(open, problem ? 403 : passwordWrong ? 422 : 200, page, '/activate');
  }

  async consent(open: OpenInteraction): Promise<void> {
    const { client, details } = open;
    const setting = await this.settingOf(open);
    const { words } = setting.language;
    const view = {
      ...this.#form(open),
      words,
      client: client.clientName,
      clientLogo: client.logoUri,
      host: placeOf(details.params['redirect_uri']),
      userName: await this.userName(open),
    };
    const scopes = scopesAskedFor(open);
    const lasting = scopes.includes('offline_access')
      ? this.#lasting(client, setting.language)
      : words.accessWithSignIn;
    const [heading, main] = isAppConfirmationOnly(open)
      ? [words.goOnTitle, confirmAppView(view)]
      : [
          words.consentTitle,
          consentView({
            ...view,
            powers: await this.#powersOf(client, scopes, setting.language),
            lasting,
            details: await this.#detailsOf(open, setting.language.tag),
            accountUrl: accountUrl({ enterprise: client.enterpriseId, test: client.test }),
          }),
        ];
    this.#send(open, 200, { ...setting, title: filled(heading, { client: client.clientName }), main });
  }

  async #powersOf(client: Client, scopes: readonly string[], { words, tag }: Language<Words>): Promise<string[]> {
    const own = client.apiScopes.length === 0 ? undefined : (await this.apis.of(client.tenant)).meanings(tag);
    return scopes.map((scope) => meaningOf(words, scope, own));
  }

  /** The texts of the authorization details in the language of the page. Falls back to English. */
  async #detailsOf({ client, details: { params } }: OpenInteraction, language: string): Promise<RequestText[]> {
    const shown = await this.details.read(client, params['authorization_details']);
    return shown.map((one) => readableText(one, language));
  }

  async userName({ details }: OpenInteraction): Promise<string> {
    const user = await this.users.find(details.session?.accountId ?? '');
    return [user?.firstName, user?.lastName].filter(Boolean).join(' ') || (user?.ref.userId ?? '');
  }

  /** How long the access lasts in total or, if the refresh token is rotated, after its last use. */
  #lasting({ refreshTokenTtl, securityProfile }: Client, { words, locale }: Language<Words>): string {
    const time = spoken(refreshTokenTtl ?? this.config.refreshTokenTtl, locale);
    return filled(securityProfile === null ? words.accessUnlessUnused : words.accessFor, { time });
  }

  settingOf({ request, client, details }: OpenInteraction): Promise<Setting<Words>> {
    return this.pages.settingFor(request, client, details.params['ui_locales']);
  }

  #form({ details: { uid } }: OpenInteraction) {
    return { path: pathOf(uid), csrf: this.guard.tokenFor(uid) };
  }

  #send({ request, response, details, client }: OpenInteraction, status: number, page: Page, below = ''): void {
    const images = [client.logoUri ?? undefined];
    const to = details.params['redirect_uri'];
    const formTargets = typeof to === 'string' ? [to] : [];
    this.pages.setCookie(response, APPLICATION, client.clientId, 1);
    this.pages.send(request, response, status, {
      ...page,
      images,
      formTargets,
      path: `${pathOf(details.uid)}${below}`,
    });
  }
}

const pathOf = (uid: string): string => `/service/interaction/${uid}`;
const hintOf = (hint: unknown): string => (typeof hint === 'string' ? hint : '');

/** The host of a redirect URI, or the scheme of an app. The device flow has no redirect URI. */
function placeOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const { host, protocol } = new URL(uri);
  return host || protocol.slice(0, -1);
}
