import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/kernel/index.js';
import { BlindIndex } from '../../../shared/security/index.js';

const PURPOSE = 'auth/known-browser';
export const KNOWN_FOR_DAYS = 365;
const DAY_MS = 86_400_000;
/** Maximum number of users remembered per browser. A family may share one, but not a hundred people. */
const MOST_USERS = 5;
const MARK = /^([\da-z]{1,9})~([\w.-]{20,200})$/;

/**
 * Recognises browsers in which a user has signed in before, by a cookie with one mark for each user. A mark contains a
 * day and a signature over the day and the user's id, but not the id itself. It gives no access. It only decides how
 * failed attempts are limited: five in known browsers block the user; in other browsers, each failed attempt delays the
 * next one, unless LOCKOUT_UNKNOWN is `block`.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly index: BlindIndex,
    private readonly clock: Clock,
  ) {}

  isKnown(cookie: string | undefined, sub: string): boolean {
    return marksIn(cookie).some((mark) => this.#isOf(sub, mark));
  }

  /** The cookie, with a mark for this user added at the front. */
  withMark(cookie: string | undefined, sub: string): string {
    const day = this.#today().toString(36);
    const others = marksIn(cookie).filter((mark) => !this.#isOf(sub, mark));
    return [`${day}~${this.#sign(day, sub)}`, ...others].slice(0, MOST_USERS).join('!');
  }

  #isOf(sub: string, mark: string): boolean {
    const [, day = '', signature = ''] = MARK.exec(mark) ?? [];
    // Rejects a mark in the cookie that is dated more than a day in the future.
    const age = this.#today() - parseInt(day, 36);
    return age >= -1 && age <= KNOWN_FOR_DAYS && this.index.matches(signature, signed(day, sub), PURPOSE);
  }

  #sign(day: string, sub: string): string {
    return this.index.hash(signed(day, sub), PURPOSE);
  }

  #today(): number {
    return Math.floor(this.clock.now().getTime() / DAY_MS);
  }
}

const signed = (day: string, sub: string): string => JSON.stringify([day, sub]);
const marksIn = (cookie: string | undefined): string[] => (cookie ?? '').split('!').filter((mark) => MARK.test(mark));
