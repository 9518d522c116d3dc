import { Injectable } from '@nestjs/common';
import { newSecret, secretDigest, Tenant } from '../../shared/kernel/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { sessionOver } from '../sessions/rules/session-over.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const BY_SECRET = Tenant.all('who has the token or the cookie names the session by it');
const SECRET = /^[\w-]{43}$/;

export interface Started {
  readonly session: Session;
  /** The secret for the cookie of the browser that continues. */
  readonly ownerSecret: string;
}

/** Finds sessions for browsers: by the token of the link, and by the secret of the browser that started. */
@Injectable()
export class Sessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
  ) {}

  /** Does not use the link up. A session whose time is up is returned as EXPIRED. */
  async byToken(token: string): Promise<Session | undefined> {
    return this.#current(isSecret(token) && this.sessions.findByTokenAnywhere(BY_SECRET, secretDigest(token)));
  }

  /**
   * The first browser to start has the session. With a `browserSecret`, which the browser got with the welcome page, a
   * second press of the button is answered like the first. `language`: that of the page, for a session that has none.
   */
  async start(token: string, browserSecret: string = newSecret(), language: string | null = null): Promise<Started> {
    const found = await this.byToken(token);
    if (!found || !isSecret(browserSecret)) throw IdvErrors.noSession();
    const ownerHash = secretDigest(browserSecret);
    return this.changes.change(found.ref, (session, now) => {
      const isOwner = session.ownerHash === ownerHash;
      if (!isOwner && session.status === 'IN_PROGRESS') throw IdvErrors.taken();
      if (!isOwner && session.status !== 'PENDING') throw sessionOver(session.status);
      if (!isOwner) session.start(ownerHash, language, now);
      return { session, ownerSecret: browserSecret };
    });
  }

  /** Found even when it is over, so that a page can say how it ended. */
  async owned(ownerSecret: string): Promise<Session> {
    const found = await this.#current(
      isSecret(ownerSecret) && this.sessions.findByOwner(BY_SECRET, secretDigest(ownerSecret)),
    );
    if (!found) throw IdvErrors.noSession();
    return found;
  }

  /** The session that this browser has passed on to another, to watch it. */
  async followed(followerSecret: string): Promise<Session | undefined> {
    return this.#current(
      isSecret(followerSecret) && this.sessions.findByFollower(BY_SECRET, secretDigest(followerSecret)),
    );
  }

  /** Another browser continues. The secret of the previous one becomes that of a watcher. */
  passOn(ref: SessionRef): Promise<Started> {
    const ownerSecret = newSecret();
    return this.changes.change(ref, (session, now) => {
      session.passOn(secretDigest(ownerSecret), now);
      return { session, ownerSecret };
    });
  }

  /** From now on all its pages are in that language, even on a phone that takes over. */
  async speak(session: Session, language: string): Promise<void> {
    if (session.language === language) return;
    await this.changes.change(session.ref, (changed) => {
      changed.language = language;
    });
  }

  /** Reads from the database how the session is now. */
  async current(ref: SessionRef): Promise<Session> {
    const found = await this.#current(this.sessions.find(ref));
    if (!found) throw IdvErrors.noSession();
    return found;
  }

  async #current(finding: false | Promise<Session | null>): Promise<Session | undefined> {
    const found = (await finding) || undefined;
    return found?.isDue(this.changes.now) ? this.changes.closeIfDue(found.ref) : found;
  }
}

const isSecret = (text: string): boolean => SECRET.test(text);
