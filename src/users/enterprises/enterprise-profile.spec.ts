import { isTimeZone } from './enterprise-profile.js';

describe('A time zone', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5', 'UTC'])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Europe/Atlantis', 'Berlin', '+01:00', '-0530', 'Europe/Berlin ', 'local'])('is not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
