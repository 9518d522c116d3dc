import { randomBytes } from 'node:crypto';
import { Clock } from '../../../shared/kernel/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import { Keyring } from '../../../shared/security/sealing/keyring.js';
import { KNOWN_FOR_DAYS, KnownBrowsers } from './known-browsers.service.js';

class SetClock extends Clock {
  day = 20_000;
  now(): Date {
    return new Date(this.day * 86_400_000);
  }
}

const clock = new SetClock();
const ring = Keyring.parse(`k:${randomBytes(32).toString('base64')}`);
const browsers = new KnownBrowsers(new BlindIndex(ring), clock);

describe('A browser', () => {
  it('is known for those who have logged in with it, and for nobody else', () => {
    const cookie = browsers.withMark(browsers.withMark(undefined, 'ana'), 'ben');
    expect(['ana', 'ben', 'cem'].map((sub) => browsers.isKnown(cookie, sub))).toEqual([true, true, false]);
    expect(browsers.isKnown(undefined, 'ana')).toBe(false);
  });

  it('is known for a year, and no longer by a mark with a later day written on it', () => {
    const cookie = browsers.withMark(undefined, 'ana');
    clock.day += KNOWN_FOR_DAYS;
    expect(browsers.isKnown(cookie, 'ana')).toBe(true);
    clock.day += 1;
    expect(browsers.isKnown(cookie, 'ana')).toBe(false);
    expect(browsers.isKnown(cookie.replace(/^[\da-z]+/, clock.day.toString(36)), 'ana')).toBe(false);
  });

  it('is not known by a mark of a clock that was days ahead, since it would be so for too long', () => {
    const cookie = browsers.withMark(undefined, 'ana');
    clock.day -= 1;
    expect(browsers.isKnown(cookie, 'ana')).toBe(true);
    clock.day -= 1;
    expect(browsers.isKnown(cookie, 'ana')).toBe(false);
  });

  it('has one mark for each of the last five users, whatever else was in the cookie', () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f', 'f'];
    const cookie = users.reduce((marks, sub) => browsers.withMark(marks, sub), 'nonsense!<script>!');
    expect(cookie.split('!')).toHaveLength(5);
    expect(browsers.isKnown(cookie, 'a')).toBe(false);
    expect(browsers.isKnown(cookie, 'f')).toBe(true);
    expect(cookie).toMatch(/^[\w.~!-]+$/);
  });
});
