import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FormGuard, setPageOwner, PageSender } from '../../shared/pages/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Session } from '../sessions/session.entity.js';
import { Handovers } from '../handover/handovers.service.js';
import { Sessions } from '../steps/sessions.service.js';
import type { Words } from './words/en.js';
import { DomainError } from '../../shared/kernel/index.js';

const COOKIE = 'session';
const DAYS = 2;

/** A session, and the secret of the browser that owns the session or may watch it. */
export interface Owner {
  readonly session: Session;
  /** The secret in the browser's cookie. It also protects the forms on the session's pages. */
  readonly secret: string;
}

/**
 * The role of a browser in a session. `owner`: it continues the session. `follower`: it has handed the session over to
 * a phone, and watches. `phone`: it has opened the handover link, and waits for the user to confirm its number.
 */
export type BrowserRole =
  | ({ readonly role: 'owner' | 'follower' } & Owner)
  | { readonly role: 'phone'; readonly number: string; readonly sessionId: string };

/** Recognises browsers by their cookie. */
@Injectable()
export class IdvBrowser {
  constructor(
    private readonly pages: PageSender<Words>,
    private readonly guard: FormGuard,
    private readonly sessions: Sessions,
    private readonly handovers: Handovers,
  ) {}

  secretOf(request: Request): string | undefined {
    return this.pages.cookie(request, COOKIE);
  }

  remember(response: Response, secret: string): void {
    this.pages.setCookie(response, COOKIE, secret, DAYS);
  }

  async roleOf(request: Request): Promise<BrowserRole | undefined> {
    const secret = this.secretOf(request);
    if (secret === undefined) return undefined;
    const owned = await finding(this.sessions.owned(secret));
    const session = owned ?? (await this.sessions.followed(secret));
    if (session) {
      setPageOwner(request, session);
      return { role: owned ? 'owner' : 'follower', session, secret };
    }
    const waiting = await this.handovers.waitingOn(secret);
    if (!waiting) return undefined;
    setPageOwner(request, await this.sessions.current(waiting.ref));
    return { role: 'phone', number: waiting.number, sessionId: waiting.ref.sessionId };
  }

  /** Rejects a submitted form unless a page of this browser's session contained it. Returns the browser's secret. */
  check(request: Request): string {
    const secret = this.secretOf(request);
    if (secret === undefined) throw IdvErrors.noSession();
    this.guard.check(request, secret);
    return secret;
  }
}

/** Awaits the look-up of a session. If it fails because the browser has no session, returns undefined instead. */
async function finding<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.kind === IdvErrors.noSession) return undefined;
    throw error;
  }
}
