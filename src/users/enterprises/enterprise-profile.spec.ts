import { type EnterpriseProfile, isTimeZone, weakens } from './enterprise-profile.js';

describe('A time zone', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC'])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Europe/Atlantis', 'Berlin', '+01:00', '-0530', 'Europe/Berlin ', 'local'])('is not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('A change of the level of sign-ins', () => {
  const staff = (leastLevel: 1 | 2 | 3) => [{ group: 'staff', leastLevel }];
  const now = {
    requirePkce: false,
    signIn: {
      recovery: 'off',
      leastLevel: 2,
      groups: staff(3),
      factors: ['totp'],
      rememberBrowserDays: 7,
      newDevice: 'approval',
    },
  } as unknown as EnterpriseProfile;

  it.each<[boolean, string, Partial<EnterpriseProfile['signIn']>]>([
    [false, 'higher for all', { leastLevel: 3 }],
    [true, 'lower for all', { leastLevel: 1 }],
    [true, 'reached by another factor', { factors: ['totp', 'approval'] }],
    [false, 'reached by fewer factors', { factors: [] }],
    [true, 'reached by a browser for longer', { rememberBrowserDays: 8 }],
    [true, 'lower for a group', { groups: staff(2) }],
    [true, 'not needed on the old phone any more', { newDevice: 'login' }],
    [true, 'none for a group', { groups: [] }],
    [false, 'none for a group, but as high for all', { groups: [], leastLevel: 3 }],
  ])('weakens: %s when it is %s', (is, _what, signIn) => {
    expect(weakens(now, { signIn })).toBe(is);
  });
});
