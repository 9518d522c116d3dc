import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Signals } from '../../shared/events/index.js';
import { type SessionChanged, SESSION_CHANGED } from '../contract/idv.signals.js';

/** Maximum duration of a wait. Some proxies close connections that are silent for longer. */
const LONGEST_MS = 20_000;
/** Maximum number of concurrent waits per browser, which usually has one or two pages of a session open. */
const MOST_OF_A_BROWSER = 4;

/** An open page's wait for a change to its session. */
export class SessionWait {
  /**
   * The IDs of the sessions that changed before `forChange` was called. Until then, it is not known which session this
   * wait is for.
   */
  readonly #before = new Set<string>();
  #sessionId: string | undefined;
  #hasChanged = false;
  #isOver = false;
  #wake: () => void = () => undefined;
  readonly #timer = setTimeout(() => this.end(), LONGEST_MS);

  constructor(private readonly onEnd: (wait: SessionWait) => void) {}

  /**
   * Waits until the session changes, or returns at once if it has changed since this wait was created. Returns false if
   * the wait has ended without a change, for example after the maximum duration.
   */
  async forChange(sessionId: string): Promise<boolean> {
    this.#hasChanged ||= this.#before.has(sessionId);
    this.#before.clear();
    this.#sessionId = sessionId;
    if (!this.#isOver && !this.#hasChanged) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
    return !this.#isOver;
  }

  note(sessionId: string): void {
    if (this.#sessionId === undefined) this.#before.add(sessionId);
    if (this.#sessionId !== sessionId) return;
    this.#hasChanged = true;
    this.#wake();
  }

  readonly end = (): void => {
    clearTimeout(this.#timer);
    this.#isOver = true;
    this.onEnd(this);
    this.#wake();
  };
}

/**
 * Manages the waits of open pages for changes to their sessions. Changes are reported by signals, so waiting pages
 * cause no database queries.
 */
@Injectable()
export class SessionWaits implements BeforeApplicationShutdown {
  readonly #waits = new Set<SessionWait>();
  readonly #byBrowser = new Map<string, Set<SessionWait>>();
  #isEnding = false;

  constructor(signals: Signals) {
    signals.on<SessionChanged>(SESSION_CHANGED, ({ sessionId }) => {
      for (const wait of this.#waits) wait.note(sessionId);
    });
    // If signals may have been lost, all waits end, and the pages request the current state again.
    signals.onLostTrack(() => this.#endAll());
  }

  get open(): number {
    return this.#waits.size;
  }

  /**
   * Begins a wait. Call this before reading the session, so that no change is missed. If the browser already has too
   * many waits, its oldest one ends.
   */
  begin(browser: string): SessionWait {
    const ofBrowser = this.#byBrowser.get(browser) ?? new Set();
    const [oldest] = ofBrowser;
    if (ofBrowser.size >= MOST_OF_A_BROWSER) oldest?.end();
    const wait = new SessionWait((ended) => {
      this.#waits.delete(ended);
      ofBrowser.delete(ended);
      if (ofBrowser.size === 0 && this.#byBrowser.get(browser) === ofBrowser) this.#byBrowser.delete(browser);
    });
    this.#waits.add(wait);
    this.#byBrowser.set(browser, ofBrowser.add(wait));
    if (this.#isEnding) wait.end();
    return wait;
  }

  beforeApplicationShutdown(): void {
    this.#isEnding = true;
    this.#endAll();
  }

  #endAll(): void {
    for (const wait of [...this.#waits]) wait.end();
  }
}
