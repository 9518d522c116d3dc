import { isWorthNoting, secondsLeft } from './login-session.js';

const LIMITS = { absoluteSeconds: 1_000, idleSeconds: 100 };

describe('A session that is used', () => {
  it.each([
    ['before anyone has logged in', 5_000, undefined, 100],
    ['right after the login', 5_000, 5_000, 100],
    ['halfway', 5_500, 5_000, 100],
    ['near its end, lives on to its end only', 5_950, 5_000, 50],
    ['after its end, is as good as over', 6_500, 5_000, 1],
  ])('lives on as long as it may: %s', (_when, now, loginAt, expected) => {
    expect(secondsLeft(now, loginAt, LIMITS)).toBe(expected);
  });
});

describe('A visit', () => {
  it.each([
    [299, 43_200, false],
    [300, 43_200, true],
    [-300, 43_200, true],
    [5, 600, false],
    [6, 600, true],
  ])('that moves the end of a session by %i s, of which one unused lives %i s, is written down: %s', (by, idle, is) => {
    expect(isWorthNoting(by, idle)).toBe(is);
  });
});
