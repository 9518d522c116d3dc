import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Tenant } from '../../../shared/kernel/index.js';
import { PageSender } from '../../../shared/pages/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import { UserDirectory } from '../../../users/contract/index.js';

const COOKIE = 'accounts';
const PURPOSE = 'auth/known-account';
const KEPT_DAYS = 90;
/** The maximum number of users that a browser remembers: enough for a family that shares it. */
const MOST = 5;
const ENTRY = /^([\w-]{1,64})~([\w.-]{20,200})$/;

/** A user who has signed in with this browser, with the name that the page shows. */
export interface KnownAccount {
  readonly sub: string;
  readonly userId: string;
  readonly name: string;
}

/**
 * Remembers in a cookie which users have signed in with a browser. Each entry is signed, so that a forged entry reveals
 * no name. The cookie does not sign anybody in.
 */
@Injectable()
export class KnownAccounts {
  constructor(
    private readonly sender: PageSender,
    private readonly index: BlindIndex,
    private readonly users: UserDirectory,
  ) {}

  /**
   * The users whom the browser remembers, most recent first. Users who can no longer sign in, or belong to another
   * tenant, are left out.
   */
  async in(request: Request, tenant: Tenant): Promise<KnownAccount[]> {
    const subs = this.#subsIn(request);
    // With a single account there is nothing to choose, so no user is looked up.
    if (subs.length < 2) return [];
    const found = await Promise.all(subs.map((sub) => this.users.find(sub)));
    return found.flatMap((user) => {
      if (user?.status !== 'ACTIVE') return [];
      const { sub, userId, enterpriseId, test } = user.ref;
      if (!tenant.equals(Tenant.of(enterpriseId, test))) return [];
      return [{ sub, userId, name: [user.firstName, user.lastName].filter(Boolean).join(' ') || userId }];
    });
  }

  note(request: Request, response: Response, sub: string): void {
    this.#set(response, [sub, ...this.#subsIn(request).filter((other) => other !== sub)]);
  }

  forget(request: Request, response: Response, sub: string): void {
    this.#set(
      response,
      this.#subsIn(request).filter((other) => other !== sub),
    );
  }

  #set(response: Response, subs: readonly string[]): void {
    const entries = subs.slice(0, MOST).map((sub) => `${sub}~${this.index.hash(sub, PURPOSE)}`);
    this.sender.setCookie(response, COOKIE, entries.join('!'), KEPT_DAYS);
  }

  #subsIn(request: Request): string[] {
    const entries = (this.sender.cookie(request, COOKIE) ?? '').split('!').slice(0, MOST);
    return entries.flatMap((entry) => {
      const [, sub = '', signature = ''] = ENTRY.exec(entry) ?? [];
      return this.index.matches(signature, sub, PURPOSE) ? [sub] : [];
    });
  }
}
