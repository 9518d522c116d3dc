import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, newSecret, secretDigest } from '../../../shared/kernel/index.js';
import { filled, FormGuard, formOf, messageView, PageSender } from '../../../shared/pages/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';
import type { Session } from '../../sessions/session.entity.js';
import { Sessions } from '../../steps/sessions.service.js';
import { SessionEvents } from '../../session-events/session-events.service.js';
import { IdvBrowser } from '../idv-browser.service.js';
import { SESSION } from '../views/step.view.js';
import { welcomeView } from '../views/welcome.view.js';
import type { Words } from '../words/en.js';

type Exchange = readonly [request: Request, response: Response];

const REGISTRATION = '/IdvWebServer/idvRegistration.htm';
/**
 * The cookie of a browser that has not started a session yet. It contains a secret, from which another secret is
 * derived for each session that the browser starts.
 */
const NEWCOMER = 'newcomer';

/** The page that the verification link opens, which starts the session. */
@Injectable()
export class WelcomePages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly browser: IdvBrowser,
    private readonly sessions: Sessions,
    private readonly users: UserDirectory,
    private readonly events: SessionEvents,
  ) {}

  async welcome(exchange: Exchange, token: string): Promise<void> {
    const [request, response] = exchange;
    const session = await this.sessions.byToken(token);
    if (!session) return this.#refuse(exchange, 'unknown');
    const here = await this.browser.roleOf(request);
    if (here && here.role !== 'phone' && here.session.sessionId === session.sessionId) {
      response.redirect(303, SESSION);
      return;
    }
    if (session.status === 'IN_PROGRESS') return this.#refuse(exchange, 'taken', session);
    if (session.status !== 'PENDING') return this.#refuse(exchange, 'unknown', session);
    await this.#show(exchange, session, token);
  }

  /**
   * Starts the session. If the user presses the button again in the same browser, even in another tab, the response is
   * the same as the first time.
   */
  async start(exchange: Exchange): Promise<void> {
    const [request, response] = exchange;
    const token = formOf(request).text('token');
    const newcomer = this.pages.cookie(request, NEWCOMER) ?? newSecret();
    this.guard.check(request, newcomer);
    try {
      const { language } = await this.pages.settingFor(request, await this.sessions.byToken(token));
      const { ownerSecret } = await this.sessions.start(token, secretDigest(`${newcomer}:${token}`), language.tag);
      this.browser.remember(response, ownerSecret);
      response.redirect(303, SESSION);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const session = await this.sessions.byToken(token);
      if (error.kind === IdvErrors.taken) await this.#refuse(exchange, 'taken', session);
      else if (UNKNOWN.has(error.kind)) await this.#refuse(exchange, 'unknown', session);
      else throw error;
    }
  }

  async #show([request, response]: Exchange, session: Session, token: string): Promise<void> {
    await this.events.note(session.ref, { kind: 'link-opened', step: session.step });
    const user = await this.users.find(session.sub);
    const { language, brand } = await this.pages.settingFor(request, session);
    const secret = this.pages.cookie(request, NEWCOMER) ?? newSecret();
    this.pages.setCookie(response, NEWCOMER, secret, 1);
    const main = welcomeView({
      language,
      enterprise: brand.name,
      test: session.test,
      checksSpecimens: session.settings.engine !== undefined,
      csrf: this.guard.tokenFor(secret),
      token,
      user: masked([user?.firstName, user?.lastName], session.userId),
    });
    const path = `${REGISTRATION}?token=${encodeURIComponent(token)}`;
    this.pages.send(request, response, 200, { language, brand, title: language.words.welcomeTitle, main, path });
  }

  async #refuse([request, response]: Exchange, why: 'unknown' | 'taken', session?: Session): Promise<void> {
    const setting = await this.pages.settingFor(request, session);
    const { words } = setting.language;
    const title = words[`${why}Title`];
    const text = filled(words[`${why}Text`], { enterprise: setting.brand.name });
    const home = session && homeOf(session);
    const link =
      home === undefined ? undefined : { url: home, text: filled(words.backTo, { enterprise: setting.brand.name }) };
    const main = messageView({ symbol: why === 'taken' ? 'wait' : 'stop', title, text, link });
    this.pages.send(request, response, why === 'taken' ? 409 : 404, { ...setting, title, main });
  }
}

/**
 * Returns the URL of the application's home page. The full `redirectUrl` is not shown here: it may reveal something
 * about the session, and somebody other than the user may have opened the verification link.
 */
const homeOf = ({ redirectUrl }: Session): string | undefined =>
  /^https?:/.test(redirectUrl) ? new URL('/', redirectUrl).href : undefined;

const UNKNOWN: ReadonlySet<unknown> = new Set([IdvErrors.noSession, IdvErrors.expired, IdvErrors.finished]);

/** Masks a name so that only its owner recognises it: only the first letter of each part of the name is shown. */
export function masked(names: readonly (string | null | undefined)[], otherwise: string): string {
  const parts = names.flatMap((name) => name?.trim().split(/\s+/) ?? []).filter((part) => part !== '');
  return (parts.length > 0 ? parts : [otherwise]).map(initialOf).join(' ');
}

/** Returns the first letter of a word together with its accents (the first grapheme), followed by dots. */
function initialOf(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return `${first?.segment ?? ''}•••`;
}
