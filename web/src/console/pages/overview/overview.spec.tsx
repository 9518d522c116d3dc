/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { me } from '../../me.js';
import { choose, place as chosen } from '../../place.js';
import { comparedPath, type Figure, figurePath, partsOf } from './figures.js';
import { stepNames } from '../../ui/format.js';
import { FirstSight } from './first-sight.js';
import { Queues } from './queues.js';
import { Median, Share } from './shares.js';

const ago = (days: number): string => {
  const day = new Date(new Date().setHours(0, 0, 0, 0));
  day.setDate(day.getDate() - days);
  return day.toISOString();
};
/** A figure with two days in the present period and two in the previous one. */
const figureOf = (series: Readonly<Record<string, readonly [number, number, number, number]>>): Figure => ({
  series: Object.entries(series).map(([key, values]) => ({
    key,
    points: values.map((value, index) => [ago(3 - index), value] as const),
  })),
});

let place: HTMLElement;

beforeEach(() => {
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

const shown = (element: Parameters<typeof render>[0]): string => {
  render(element, place);
  return place.textContent;
};
const change = () => [...place.querySelectorAll('small')].at(-1);

describe('A number of the overview', () => {
  it('is of the last days, beside those before them', () => {
    const figure = figureOf({ VERIFIED: [50, 50, 80, 100], EXPIRED: [50, 50, 10, 10] });
    expect(shown(<Share name="Verified" of={figure} days={2} keys={['VERIFIED']} />)).toContain('90.0%of 200');
    expect([change()?.textContent, change()?.className]).toEqual(['+40.0 points', 'good']);
  });

  it('that falls is told as bad', () => {
    const figure = figureOf({ VERIFIED: [100, 100, 99, 99], EXPIRED: [0, 0, 1, 1] });
    shown(<Share name="Verified" of={figure} days={2} keys={['VERIFIED']} />);
    expect([change()?.textContent, change()?.className]).toEqual(['-1.0 points', 'bad']);
  });

  it('that hardly moves is told as before, and one without a past is told alone', () => {
    const still = figureOf({ VERIFIED: [9_000, 9_000, 9_000, 9_001], EXPIRED: [1_000, 1_000, 1_000, 1_000] });
    expect(shown(<Share name="Verified" of={still} days={2} keys={['VERIFIED']} />)).toContain('as before');
    const first = figureOf({ VERIFIED: [0, 0, 8, 8], EXPIRED: [0, 0, 2, 2] });
    expect(shown(<Share name="Verified" of={first} days={2} keys={['VERIFIED']} />)).toBe('Verified80.0%of 20');
  });

  it('is better when it falls if it is of seconds', () => {
    shown(<Median name="Median" of={figureOf({ p50: [200, 200, 150, 150] })} days={2} />);
    expect([change()?.textContent, change()?.className]).toEqual(['-50 s', 'good']);
  });
});

describe('The last 24 hours', () => {
  const fromIn = (path: string) => Date.parse(new URLSearchParams(path.split('?')[1]).get('from') ?? '');

  it('are asked for in hours, with the 24 before them to compare, and named by the hour', () => {
    const [path, compared] = [figurePath('idv.sessions', 1), comparedPath('idv.sessions', 1)];
    expect(path).toContain('step=hour');
    expect(fromIn(path) - fromIn(compared)).toBe(24 * 3_600_000);
    const at = (hours: number) => new Date(fromIn(compared) + hours * 3_600_000).toISOString();
    const points = [0, 23, 24, 47].map((hours) => [at(hours), hours] as const);
    const [last, before] = partsOf({ series: [{ key: 'VERIFIED', points }] }, 1);
    expect(last.series[0]?.points.map(([, value]) => value)).toEqual([24, 47]);
    expect(before.series[0]?.points.map(([, value]) => value)).toEqual([0, 23]);
    expect(stepNames([at(0), at(1)])(at(0))).toMatch(/^\d\d:00$/);
    expect(stepNames([at(0), at(24)])(at(0))).toMatch(/^\d+ [A-Z]/);
  });
});

describe('Waiting work', () => {
  const workOf = (kind: string, waiting: number, parked: number, overdueSeconds: number) => ({
    ...{ kind, waiting, parked, overdueSeconds },
  });

  it('is what people wait for, and what was given up; upkeep is left out', async () => {
    new FakeServer().reply('GET /v1/system', {
      body: {
        work: [
          workOf('events', 3, 0, 0),
          workOf('shared/deliver-webhook', 318, 0, 660),
          workOf('shared/purge-inbox', 1, 0, 0),
          workOf('users/erase-deleted', 1, 2, 0),
        ],
      },
    });
    await act(() => render(<Queues />, place));
    await settle();
    const rows = [...place.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['Events', '3', '0', 'in time'],
      ['Webhooks to deliver', '318', '0', '11 min'],
      ['Push messages', '0', '0', 'in time'],
      ['Activation codes', '0', '0', 'in time'],
      ['KYC requests', '0', '0', 'in time'],
      ['Results of the vendor', '0', '0', 'in time'],
      ['users/erase-deleted', '1', '2', 'in time'],
    ]);
  });
});

describe('The first sight of an empty side', () => {
  const people = (count: number) => ({ body: { series: [{ key: 'ACTIVE', points: [[ago(0), count]] }] } });
  const PEOPLE = 'GET /v1/figures/users.byStatus';

  it('leads to the enterprise and the side that have people', async () => {
    const server = new FakeServer();
    choose({ data: 'live', enterprise: 'default' });
    const enterprises = [
      { enterpriseId: 'default', name: 'Default', sides: ['live'] },
      { enterpriseId: 'bank', name: 'Lanternfield Bank', sides: ['test'] },
    ];
    me.value = { enterprises, scopes: [], rights: {}, grants: [] } as unknown as NonNullable<typeof me.value>;
    server.reply(PEOPLE, people(0), people(3));
    server.reply('GET /v1/me', { body: me.value });
    await act(() => render(<FirstSight />, place));
    await settle();
    await settle();
    expect(place.textContent).toContain('Lanternfield Bank has 3 people in Test.');
    const headers = server.calls.at(-1)?.headers;
    expect([headers?.['Data'], headers?.['Enterprise-Id']]).toEqual(['test', 'bank']);
    await act(() => place.querySelector('button')?.click());
    expect(chosen.value).toEqual({ data: 'test', enterprise: 'bank' });
  });
});
