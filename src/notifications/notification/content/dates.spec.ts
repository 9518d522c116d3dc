import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readDate } from './dates.js';
import { zoneAbbreviations } from './zones.js';

const from = (text: string): string | undefined => readDate(text)?.from.toISOString();

/** Random times. Before 1975 some time zones had offsets with seconds, which a date argument cannot express. */
const moments = fc.integer({ min: Date.UTC(1975) / 1000, max: Date.UTC(2100) / 1000 }).map((s) => new Date(s * 1000));
const places = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** Local time and offset in a time zone (`GMT+05:30`, or `GMT`), according to `Intl`. */
function shownAt(moment: Date, timeZone: string): { readonly clock: string; readonly offset: string } {
  const digits = '2-digit';
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset', year: 'numeric' },
    ...{ month: digits, day: digits, hour: digits, minute: digits, second: digits },
  });
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const clock = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}`;
  return { clock, offset: part['timeZoneName'] ?? '' };
}

/** For each abbreviation, a time zone and a month in which that zone uses it. */
const kept: Record<keyof typeof zoneAbbreviations, readonly [place: string, month: number]> = {
  ACDT: ['Australia/Adelaide', 1],
  ACST: ['Australia/Adelaide', 7],
  ADT: ['America/Halifax', 7],
  AEDT: ['Australia/Sydney', 1],
  AEST: ['Australia/Sydney', 7],
  AKDT: ['America/Anchorage', 7],
  AKST: ['America/Anchorage', 1],
  ART: ['America/Buenos_Aires', 1],
  AST: ['America/Halifax', 1],
  AWST: ['Australia/Perth', 1],
  BRT: ['America/Sao_Paulo', 7],
  BST: ['Europe/London', 7],
  CAT: ['Africa/Maputo', 1],
  CDT: ['America/Chicago', 7],
  CEST: ['Europe/Berlin', 7],
  CET: ['Europe/Berlin', 1],
  CST: ['America/Chicago', 1],
  EAT: ['Africa/Nairobi', 1],
  EDT: ['America/New_York', 7],
  EEST: ['Europe/Helsinki', 7],
  EET: ['Europe/Helsinki', 1],
  EST: ['America/New_York', 1],
  GMT: ['Europe/London', 1],
  GST: ['Asia/Dubai', 1],
  HKT: ['Asia/Hong_Kong', 1],
  HST: ['Pacific/Honolulu', 1],
  ICT: ['Asia/Bangkok', 1],
  IST: ['Asia/Calcutta', 1],
  JST: ['Asia/Tokyo', 1],
  KST: ['Asia/Seoul', 1],
  MDT: ['America/Denver', 7],
  MSK: ['Europe/Moscow', 1],
  MST: ['America/Denver', 1],
  MYT: ['Asia/Kuala_Lumpur', 1],
  NDT: ['America/St_Johns', 7],
  NPT: ['Asia/Katmandu', 1],
  NST: ['America/St_Johns', 1],
  NZDT: ['Pacific/Auckland', 1],
  NZST: ['Pacific/Auckland', 7],
  PDT: ['America/Los_Angeles', 7],
  PHT: ['Asia/Manila', 1],
  PKT: ['Asia/Karachi', 1],
  PST: ['America/Los_Angeles', 1],
  SAST: ['Africa/Johannesburg', 1],
  SGT: ['Asia/Singapore', 1],
  UT: ['UTC', 1],
  UTC: ['UTC', 1],
  WAT: ['Africa/Lagos', 1],
  WEST: ['Europe/Lisbon', 7],
  WET: ['Europe/Lisbon', 1],
  WIB: ['Asia/Jakarta', 1],
  Z: ['UTC', 1],
};

describe('A date of the mobile operations', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00UTC', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00 UTC', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00GMT', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00GMT+05:30', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T09:30:00GMT-3', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31T09:30:00+0530', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T09:30:00+05:30', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T09:30:00-0330', '2026-01-31T13:00:00.000Z'],
    ['2026-01-31T09:30:00IST', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T09:30:00CST', '2026-01-31T15:30:00.000Z'],
    ['2026-07-31T09:30:00CST', '2026-07-31T15:30:00.000Z'],
    ['2026-01-31T09:30:00EST', '2026-01-31T14:30:00.000Z'],
    ['2026-01-31T09:30:00BST', '2026-01-31T08:30:00.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ])('is read to the second: %s is %s', (text, expected) => expect(from(text)).toBe(expected));

  it('covers its whole second, and a plain day the whole day', () => {
    expect(readDate('2026-01-31T09:30:00Z')?.until.toISOString()).toBe('2026-01-31T09:30:01.000Z');
    expect(readDate('2026-12-31')?.until.toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });

  it.each([
    '',
    ' ',
    'today',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2026-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:60:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30Z',
    '2026-01-31 09:30:00Z',
    '2026-01-31t09:30:00Z',
    '2026-01-31T09:30:00.000Z',
    '2026-01-31T09:30:00z',
    '2026-01-31T09:30:00XST',
    '2026-01-31T09:30:00A',
    '2026-01-31T09:30:00toString',
    '2026-01-31T09:30:00+5',
    '2026-01-31T09:30:00+05',
    '2026-01-31T09:30:00+0560',
    '2026-01-31T09:30:00+1801',
    '2026-01-31T09:30:00GMT+',
    '2026-01-31T09:30:00GMT+:',
    '2026-01-31T09:30:00GMT+05:3',
    '2026-01-31T09:30:00EST+05:30',
    '2026-01-31T09:30:00Z\n',
    '1769851800',
    '٢٠٢٦-٠١-٣١',
  ])('is none when it is written so: %j', (text) => expect(readDate(text)).toBeUndefined());

  it('is the moment at which Intl shows it there when it has an offset', () => {
    fc.assert(
      fc.property(moments, places, (moment, place) => {
        const { clock, offset } = shownAt(moment, place);
        const plain = offset === 'GMT' ? '+00:00' : offset.replace('GMT', '');
        const forms = [offset, `GMT${plain}`, `UTC${plain}`, plain, plain.replace(':', '')];
        const short = `GMT${plain.replace(/^([+-])0/, '$1')}`;
        for (const form of [...forms, short]) expect(from(clock + form)).toBe(moment.toISOString());
      }),
    );
  });

  it.each(Object.entries(kept))('is the moment at which Intl shows it: %s is %s', (name, [place, month]) => {
    const moment = new Date(Date.UTC(2026, month - 1, 15, 12, 34, 56));
    expect(from(shownAt(moment, place).clock + name)).toBe(moment.toISOString());
  });

  it('is never anything but a moment or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const span = readDate(text);
        if (span) expect(span.until.getTime()).toBeGreaterThan(span.from.getTime());
      }),
    );
  });
});

it('The guide for apps shows the table of abbreviations', () => {
  const guide = readFileSync(new URL('../../../../docs/integrators/mobile.md', import.meta.url), 'utf8');
  const shown = [...guide.matchAll(/^\| `(\w+)` +\| ([+-]\d\d:\d\d) +\|$/gm)].map(([, name, offset]) => [name, offset]);
  expect(shown).toEqual(Object.entries(zoneAbbreviations));
});
