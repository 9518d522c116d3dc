import { Injectable } from '@nestjs/common';
import { newSecret, secretDigest, Tenant } from '../../shared/kernel/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { sessionOver } from '../sessions/rules/session-status.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const BY_SECRET = Tenant.all('who has the token or the cookie names the session by it');
const SECRET = /^[\w-]{43}$/;

export interface Started {
  readonly session: Session;
  /** The secret for the cookie of the browser that now owns the session. */
  readonly ownerSecret: string;
}

/**
 * Finds the session of a browser, by the token in the link, or by the secret in the cookie of a browser that has
 * started a session.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
  ) {}

  /** Finds a session by the token in its link, which stays valid. A session whose time is up is returned as EXPIRED. */
  async byToken(token: string): Promise<Session | undefined> {
    return this.#current(isSecret(token) && this.sessions.findByTokenAnywhere(BY_SECRET, secretDigest(token)));
  }

  /**
   * Starts the session. The first browser to do so owns it. The welcome page provides `browserSecret`, so that a second
   * click on its button returns the same result. `language` is the language of the page, which is used if the session
   * has none.
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

  /** Finds the session that a browser owns, even if it has ended, so that a page can show the result. */
  async owned(ownerSecret: string): Promise<Session> {
    const found = await this.#current(
      isSecret(ownerSecret) && this.sessions.findByOwner(BY_SECRET, secretDigest(ownerSecret)),
    );
    if (!found) throw IdvErrors.noSession();
    return found;
  }

  /** Finds the session that this browser has handed over to another browser and may still watch. */
  async followed(followerSecret: string): Promise<Session | undefined> {
    return this.#current(
      isSecret(followerSecret) && this.sessions.findByFollower(BY_SECRET, secretDigest(followerSecret)),
    );
  }

  /** Makes another browser the owner of the session. The previous browser may then only watch, with its old secret. */
  passOn(ref: SessionRef): Promise<Started> {
    const ownerSecret = newSecret();
    return this.changes.change(ref, (session, now) => {
      session.passOn(secretDigest(ownerSecret), now);
      return { session, ownerSecret };
    });
  }

  /** Sets the language of all later pages of the session, including those on a phone that takes over. */
  async setLanguage(session: Session, language: string): Promise<void> {
    if (session.language === language) return;
    await this.changes.change(session.ref, (changed) => {
      changed.language = language;
    });
  }

  /** Reads the current state of the session from the database. */
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
