/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { me } from './me.js';
import { choose } from './place.js';
import { seeData } from './side-of-data.js';

const enterprises = ['acme', 'rival'].map((enterpriseId) => ({
  ...{ enterpriseId, name: enterpriseId, sides: ['live', 'test'] },
}));
/** The answers that the page waits for, by the enterprise that they are about, with the oldest first. */
let waiting: { readonly about: string; readonly answer: (works?: boolean) => void }[];

beforeEach(() => {
  waiting = [];
  me.value = undefined;
  choose({ data: 'live', enterprise: 'acme' });
  globalThis.fetch = (_, init) =>
    new Promise((resolve, reject) => {
      const about = new Headers(init?.headers).get('Enterprise-Id') ?? '';
      const text = () => Promise.resolve(JSON.stringify({ name: about, enterprises }));
      const response = { ok: true, status: 200, headers: new Headers(), text } as Response;
      waiting.push({
        about,
        answer: (works = true) => (works ? resolve(response) : reject(new TypeError('network'))),
      });
    });
});
afterEach(() => jest.useRealTimers());

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('The rights of an operator who changes to another enterprise', () => {
  it('are those in the enterprise that was chosen last, though an earlier answer comes later', async () => {
    seeData({ enterprise: 'rival' });
    seeData({ enterprise: 'acme' });
    const [rival, acme] = waiting;
    expect([rival?.about, acme?.about]).toEqual(['rival', 'acme']);
    acme?.answer();
    await settle();
    rival?.answer();
    await settle();
    expect(me.value?.name).toBe('acme');
  });

  it('are asked for again when they could not be read', async () => {
    jest.useFakeTimers();
    seeData({ enterprise: 'rival' });
    waiting.shift()?.answer(false);
    await settle();
    jest.runOnlyPendingTimers();
    waiting.shift()?.answer();
    await settle();
    expect(me.value?.name).toBe('rival');
  });
});
