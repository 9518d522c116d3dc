import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/kernel/index.js';
import { BlindIndex } from '../../../shared/security/index.js';

const PURPOSE = 'auth/known-browser';
export const KNOWN_FOR_DAYS = 365;
const DAY_MS = 86_400_000;
/** People share a browser; a hundred do not. */
const MOST_USERS = 5;
const MARK = /^([\da-z]{1,9})~([\w.-]{20,200})$/;

/**
 * Marks in a cookie that users have logged in with this browser before. A mark holds a time and a signature over the
 * time and the user, but not the user. It gives no access: with it wrong tries count to five, without it they wait.
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
    // A mark from the future was made by a clock that was ahead: it would be good for too long.
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
