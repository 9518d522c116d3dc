import { Injectable } from '@nestjs/common';
import { UserDirectory } from '../../../users/contract.js';
import { FormGuard } from '../frame/form-guard.service.js';
import type { Page } from '../frame/page.js';
import { PageSender, type Setting } from '../frame/page-sender.service.js';
import type { OpenInteraction } from '../interactions.service.js';
import { activateView } from '../views/activate.view.js';
import { consentView } from '../views/consent.view.js';
import { loginView } from '../views/login.view.js';
import type { PasswordFault } from '../../credentials/passwords/password-text.js';
import { filled } from '../words/languages.js';

const LONGEST_LOGIN = 255;

/** The pages that an authorization request may need. */
@Injectable()
export class InteractionPages {
  constructor(
    private readonly pages: PageSender,
    private readonly guard: FormGuard,
    private readonly users: UserDirectory,
  ) {}

  async login(open: OpenInteraction, typed?: string, failed?: 'loginFailed' | 'passkeyFailed'): Promise<void> {
    const { client, details } = open;
    const setting = await this.#setting(open);
    const { words } = setting.language;
    const main = loginView({
      ...this.#form(open),
      words,
      client: client.clientName,
      clientLogo: client.logoUri,
      login: (typed ?? hintOf(details.params['login_hint'])).slice(0, LONGEST_LOGIN),
      problem: failed && words[failed],
      mayCancel: true,
      mayActivate: true,
    });
    const title = words.signIn;
    this.#send(open, failed ? 403 : 200, { ...setting, title, main, passkeys: true, problem: failed !== undefined });
  }

  async activate(open: OpenInteraction, typed = EMPTY, wrong?: PasswordFault | 'activationFailed'): Promise<void> {
    const setting = await this.#setting(open);
    const { words } = setting.language;
    const failed = wrong === 'activationFailed';
    const problem = failed ? words.activationFailed : undefined;
    const passwordWrong = wrong && !failed ? words[wrong] : undefined;
    const login = typed.login.slice(0, LONGEST_LOGIN);
    const main = activateView({ ...this.#form(open), words, ...typed, login, problem, passwordWrong });
    const status = wrong === undefined ? 200 : failed ? 403 : 422;
    this.#send(open, status, { ...setting, title: words.activate, main, problem: wrong !== undefined }, '/activate');
  }

  async consent(open: OpenInteraction): Promise<void> {
    const { client, details } = open;
    const setting = await this.#setting(open);
    const user = await this.users.find(details.session?.accountId ?? '');
    const { words } = setting.language;
    const main = consentView({
      ...this.#form(open),
      words,
      client: client.clientName,
      clientLogo: client.logoUri,
      host: placeOf(String(details.params['redirect_uri'])),
      userName: [user?.firstName, user?.lastName].filter(Boolean).join(' ') || (user?.ref.userId ?? ''),
      scopes: String(details.params['scope']).split(' '),
    });
    this.#send(open, 200, { ...setting, title: filled(words.consentTitle, { client: client.clientName }), main });
  }

  #setting({ request, client, details }: OpenInteraction): Promise<Setting> {
    return this.pages.settingFor(request, client, details.params['ui_locales']);
  }

  #form({ details: { uid } }: OpenInteraction) {
    return { path: pathOf(uid), csrf: this.guard.tokenFor(uid) };
  }

  #send({ request, response, details, client }: OpenInteraction, status: number, page: Page, below = ''): void {
    const images = [client.logoUri ?? undefined];
    const formTargets = [String(details.params['redirect_uri'])];
    this.pages.send(request, response, status, {
      ...page,
      images,
      formTargets,
      path: `${pathOf(details.uid)}${below}`,
    });
  }
}

const EMPTY = { login: '', code: '' };
const pathOf = (uid: string): string => `/service/interaction/${uid}`;
const hintOf = (hint: unknown): string => (typeof hint === 'string' ? hint : '');

/** As people know it: the host, or the scheme of an app's own. */
function placeOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host || protocol.slice(0, -1);
}
