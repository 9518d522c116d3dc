import { weakens, type SignInRules } from './sign-in-weakens.js';

describe('A change of the rules of sign-ins at the console', () => {
  const now: SignInRules = {
    recovery: 'off',
    emailChange: false,
    factorRecovery: 'off',
    factorRecoveryHours: 24,
    newDevice: 'approval',
    leastLevel: 2,
    factors: ['totp'],
    rememberBrowserDays: 7,
    groups: [{ group: 'staff', leastLevel: 3, factors: [], rememberBrowserDays: 1 }],
  };
  const staff = (change: object) => ({ groups: [{ ...now.groups[0], ...change }] });

  it.each<[boolean, string, object]>([
    [false, 'nothing changes', {}],
    [true, 'the level is lower', { leastLevel: 1 }],
    [true, 'a factor is added', { factors: ['totp', 'approval'] }],
    [true, 'browsers are known for longer', { rememberBrowserDays: 8 }],
    [true, 'a new phone needs no approval', { newDevice: 'login' }],
    [true, 'a group is forgotten', { groups: [] }],
    [true, 'the level of a group is lower', staff({ leastLevel: 2 })],
    [true, 'a group may use a factor', staff({ factors: ['totp'] })],
    [true, 'a group is known for longer', staff({ rememberBrowserDays: undefined })],
    [false, 'a group is stricter', staff({ rememberBrowserDays: 0 })],
    [false, 'another group is named', { groups: [...now.groups, { group: 'vip', leastLevel: 3 }] }],
  ])('needs a colleague: %s when %s', (is, _when, change) => {
    expect(weakens(now, { ...now, ...change })).toBe(is);
  });
});
