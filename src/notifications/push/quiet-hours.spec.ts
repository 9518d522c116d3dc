import fc from 'fast-check';
import { quietUntil } from './quiet-hours.js';

const until = (from: string, to: string, timeZone: string, now: string) =>
  quietUntil({ from, to, timeZone }, new Date(now))?.toISOString();

describe('Quiet hours', () => {
  it.each([
    ['over midnight, before it', '22:00', '07:00', 'Europe/Berlin', '2026-01-10T22:30:30Z', '2026-01-11T06:00:00.000Z'],
    ['over midnight, after it', '22:00', '07:00', 'Europe/Berlin', '2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    ['that have ended', '22:00', '07:00', 'Europe/Berlin', '2026-01-11T06:00:00Z', undefined],
    ['that have not begun', '22:00', '07:00', 'Europe/Berlin', '2026-01-11T20:59:59Z', undefined],
    ['at noon', '12:00', '13:30', 'Asia/Kolkata', '2026-01-11T06:30:00Z', '2026-01-11T08:00:00.000Z'],
    [
      'of a night in which clocks go forward',
      '22:00',
      '07:00',
      'Europe/Berlin',
      '2026-03-28T23:00:00Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'of a night in which clocks go back',
      '22:00',
      '07:00',
      'Europe/Berlin',
      '2026-10-24T22:00:00Z',
      '2026-10-25T06:00:00.000Z',
    ],
    ['that last all day', '08:00', '08:00', 'UTC', '2026-01-11T10:00:00Z', '2026-01-12T08:00:00.000Z'],
  ])('end at the hour that they name: %s', (_what, from, to, timeZone, now, end) => {
    expect(until(from, to, timeZone, now)).toBe(end);
  });

  it('are none where an enterprise has none', () => {
    expect(quietUntil(null, new Date())).toBeUndefined();
    expect(quietUntil(undefined, new Date())).toBeUndefined();
  });

  it('end within a day and an hour, and are over then unless they last all day', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
    const time = fc.tuple(two(23), two(59)).map((parts) => parts.join(':'));
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, zone, now, (from, to, timeZone, at) => {
        const end = quietUntil({ from, to, timeZone }, at);
        if (!end) return;
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});
