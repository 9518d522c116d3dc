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
 * Finds the session of a browser: by the token in the link, or, once the browser has started a session, by the secret
 * in its cookie.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
  ) {}

  /**
   * Finds a session by the token in its link. This does not use up the link. A session whose deadline has passed is
   * returned as EXPIRED.
   */
  async byToken(token: string): Promise<Session | undefined> {
    return this.#current(isSecret(token) && this.sessions.findByTokenAnywhere(BY_SECRET, secretDigest(token)));
  }

  /**
   * Starts the session. The first browser that calls this owns the session. The welcome page sends the same
   * `browserSecret` when its button is clicked again, so that the result is the same. `language` is the language of the
   * page; it is used if the session has none.
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

  /** Makes another browser the owner of the session. With its old secret, the previous browser may then only watch. */
  passOn(ref: SessionRef): Promise<Started> {
    const ownerSecret = newSecret();
    return this.changes.change(ref, (session, now) => {
      session.passOn(secretDigest(ownerSecret), now);
      return { session, ownerSecret };
    });
  }

  /** Sets the language of all later pages of the session, also on a phone to which the session is handed over. */
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
