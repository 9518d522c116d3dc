import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock, type Html } from '../../shared/kernel/index.js';
import { FormGuard, messageView, type Page, PageSender, type Setting } from '../../shared/pages/index.js';
import { isPhone } from '../../shared/http/index.js';
import { isFinal, isOpen, type SessionStatus } from '../sessions/rules/session-status.js';
import type { Session } from '../sessions/session.entity.js';
import { ChipReadings } from '../chips/chip-readings.service.js';
import { Findings } from '../evidence/findings.service.js';
import { Handovers } from '../handover/handovers.service.js';
import { OfferedDocuments } from '../engines/engines.service.js';
import type { BrowserRole, Owner } from './idv-browser.service.js';
import { finalView } from './views/final.view.js';
import { followView, handoverView, numberView, phoneView } from './views/handover.view.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SESSION, type SessionView } from './views/step.view.js';
import { type ChosenDocument, stepView } from './views/step-views.js';
import type { Words } from './words/en.js';

type Exchange = readonly [request: Request, response: Response];

interface Shown {
  readonly title: string;
  readonly main: Html;
}

/** The error in the form that the user has just submitted. The page shows the form again with this error. */
export interface Outcome {
  readonly wrong?: 'document' | 'number';
  /** The document that the user chose, even if it is not accepted. */
  readonly chosen?: ChosenDocument;
}

const HANDOVER = '/IdvWebServer/handover';

/**
 * Shows the pages of a session that has started. The state of the session and the role of the browser decide which page
 * is shown.
 */
@Injectable()
export class SessionPages {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly findings: Findings,
    private readonly handovers: Handovers,
    private readonly chips: ChipReadings,
    private readonly offered: OfferedDocuments,
    private readonly events: SessionEvents,
    private readonly clock: Clock,
  ) {}

  async show(exchange: Exchange, here: BrowserRole | undefined, outcome: Outcome = {}): Promise<void> {
    const [request, response] = exchange;
    if (!here) return this.#nothingOpen(exchange);
    if (here.role === 'phone') return this.#phone(exchange, here.number);
    const { session } = here;
    if (here.role === 'follower' && session.status === 'VERIFIED') {
      response.redirect(303, session.redirectUrl);
      return;
    }
    const setting = await this.pages.settingFor(request, session);
    if (!isOpen(session.status)) {
      this.#final(exchange, setting, here);
      return;
    }
    if (here.role === 'follower') {
      this.#follow(exchange, setting, session);
      return;
    }
    const shown = await this.#present(setting, here, request, outcome);
    const hasFailed = session.reasons.length > 0 && ['front', 'chip', 'selfie'].includes(session.step);
    const problem = outcome.wrong !== undefined || hasFailed;
    const formTargets = [session.redirectUrl];
    const wide = ['front', 'back'].includes(session.step);
    const camera = ['front', 'back', 'selfie'].includes(session.step);
    const page = { ...setting, ...shown, problem, formTargets, camera, wide, path: SESSION };
    this.pages.send(request, response, outcome.wrong === undefined ? 200 : 422, page);
  }

  /**
   * Returns the version of the page that is shown to a browser. The version changes when the session changes, when a
   * phone opens the handover link, and when an app uses the code with which it may read the chip, or that code expires.
   */
  async versionOf(here: BrowserRole): Promise<string> {
    if (here.role === 'phone') return here.role;
    const { session, role } = here;
    const offer = role === 'owner' && isOpen(session.status) ? await this.handovers.offerOf(session) : undefined;
    const chip = session.step === 'chip' ? await this.chips.shownOf(session) : undefined;
    const reading = session.step !== 'chip' ? '' : chip ? `-${chip.number}${chip.code ? '' : '-taken'}` : '-over';
    return `${role}-${session.version}${offer && 'isOpened' in offer ? '-opened' : ''}${reading}`;
  }

  async #present(
    setting: Setting<Words>,
    owner: BrowserRole & Owner,
    request: Request,
    outcome: Outcome,
  ): Promise<Shown> {
    const { session } = owner;
    const { words } = setting.language;
    await this.events.note(session.ref, { kind: 'shown', step: session.step });
    const view = { ...this.#viewOf(setting, owner), version: await this.versionOf(owner) };
    const offer = await this.handovers.offerOf(session);
    if (offer && 'link' in offer) return { title: words.handoverTitle, main: handoverView({ ...view, ...offer }) };
    if (offer) return { title: words.numberTitle, main: numberView(view) };
    const languages = request.acceptsLanguages();
    const findings = ['confirm', 'vendor'].includes(session.step) ? await this.findings.of(session) : {};
    const chip = session.step === 'chip' ? await this.chips.shownOf(session) : undefined;
    const isBack = request.query['from'] === 'vendor';
    const isOffered = (choice: ChosenDocument) => this.offered.isOffered(session, choice);
    return stepView({
      view,
      session,
      findings,
      chip,
      isBack,
      isPhone: isPhone(request),
      languages,
      isOffered,
      ...outcome,
    });
  }

  #viewOf({ language, brand }: Setting<Words>, { session, secret }: Owner): SessionView {
    return {
      language,
      csrf: this.guard.tokenFor(secret),
      enterprise: brand.name,
      test: session.test,
      checksSpecimens: session.settings.engine !== undefined,
      secondsLeft: Math.max(0, Math.round((session.expiresAt.getTime() - this.clock.now().getTime()) / 1_000)),
    };
  }

  #final([request, response]: Exchange, setting: Setting<Words>, { session, role }: BrowserRole & Owner): void {
    const { status, reasons, followerHash } = session;
    const onPhone = role === 'owner' && followerHash !== null;
    const target = returnUrlOf(session);
    const view = { language: setting.language, enterprise: setting.brand.name, status, reasons, target, onPhone };
    this.#send([request, response], 200, { ...setting, ...finalView(view), path: SESSION });
  }

  #follow(exchange: Exchange, setting: Setting<Words>, { version }: Session): void {
    const { language } = setting;
    const main = followView({ language, version: `follower-${version}` });
    this.#send(exchange, 200, { ...setting, title: language.words.followTitle, main, path: SESSION });
  }

  async #phone(exchange: Exchange, number: string): Promise<void> {
    const setting = await this.pages.settingFor(exchange[0]);
    const { language } = setting;
    const main = phoneView({ language, number, version: 'phone' });
    this.#send(exchange, 200, { ...setting, title: language.words.phoneTitle, main, path: HANDOVER });
  }

  async #nothingOpen(exchange: Exchange): Promise<void> {
    const setting = await this.pages.settingFor(exchange[0]);
    const { noSessionTitle: title, noSessionText: text } = setting.language.words;
    this.#send(exchange, 404, { ...setting, title, main: messageView({ symbol: 'stop', title, text }), path: SESSION });
  }

  #send([request, response]: Exchange, status: number, page: Page): void {
    this.pages.send(request, response, status, page);
  }
}

interface Ended {
  readonly status: SessionStatus;
  readonly redirectUrl: string;
  readonly errorUrl: string | null;
}

/** Returns the URL that a browser returns to after its session has ended. */
export const returnUrlOf = ({ status, redirectUrl, errorUrl }: Ended): string =>
  isFinal(status) && status !== 'VERIFIED' ? (errorUrl ?? redirectUrl) : redirectUrl;
