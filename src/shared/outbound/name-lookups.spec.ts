import { setMaxListeners } from 'node:events';
import { NameServer } from '../../../test/support/name-server.js';
import { NameLookups } from './name-lookups.js';
import { nameServers } from './name-servers.js';

const isSilent = (name: string) => name.includes('silent');
let server: NameServer;
let now: number;

beforeEach(async () => {
  now = 1_000;
  server = await NameServer.start((name) =>
    isSilent(name) ? 'silence' : name.includes('missing') ? undefined : '192.0.2.7',
  );
});
afterEach(() => server.close());

const lookups = (answerMs?: number) => new NameLookups(nameServers([server.address]), answerMs, () => now);
const caller = (owner = 'acme', signal = new AbortController().signal) => ({ owner, signal });
const found = [{ address: '192.0.2.7', family: 4 }];

describe('A name', () => {
  it('is asked of the servers that are set', async () => {
    expect(await lookups().find('Hooks.Acme.example', caller())).toEqual(found);
  });

  it('that there is not is an error, and nothing is remembered of it', async () => {
    const { find } = lookups();
    await expect(find('missing.example', caller())).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(find('missing.example', caller())).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(server.timesAsked('missing.example')).toBe(2);
  });

  it('is not asked for when it is in the hosts file, nor is localhost', async () => {
    const addresses = await lookups().find('localhost', caller());
    expect(addresses).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(await lookups().find('some.localhost', caller())).toContainEqual({ address: '::1', family: 6 });
    expect(server.asked).toEqual([]);
  });

  it('that nobody answers for has failed within two seconds, and fails at once for a minute', async () => {
    const { find } = lookups();
    const begun = performance.now();
    await expect(find('silent.example', caller())).rejects.toMatchObject({ kind: 'timeout' });
    expect(performance.now() - begun).toBeLessThan(4_000);
    const asked = server.timesAsked('silent.example');
    now += 59_999;
    await expect(find('silent.example', caller('other'))).rejects.toMatchObject({ kind: 'timeout' });
    expect(server.timesAsked('silent.example')).toBe(asked);
    now += 1;
    await expect(find('silent.example', caller())).rejects.toMatchObject({ kind: 'timeout' });
    expect(server.timesAsked('silent.example')).toBeGreaterThan(asked);
  });
});

describe('Callers', () => {
  it('who ask for one name share a look-up, and one who leaves ends it for no other', async () => {
    const { find } = lookups();
    const leaving = new AbortController();
    const calls = [find('a.example', caller('acme', leaving.signal)), find('a.example', caller('other'))];
    leaving.abort(new Error('left'));
    const [first, second] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'left' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: found });
    expect(server.timesAsked('a.example')).toBe(1);
  });

  it('whose call is over are not looked up for, and nothing is remembered of what they asked', async () => {
    const { find } = lookups(600_000);
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const calls = Array.from({ length: 20 }, (_, n) => find(`silent-${n}.example`, caller('evil', leaving.signal)));
    await untilAsked(8);
    leaving.abort(new Error('left'));
    for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ reason: { message: 'left' } });
    expect(await find('b.example', caller('evil'))).toEqual(found);
    expect(new Set(server.asked.filter(isSilent)).size).toBe(8);
  });

  it('wait for no other enterprise, however many silent names that one asks for', async () => {
    const { find } = lookups(600_000);
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const evil = Array.from({ length: 200 }, (_, n) => find(`silent-${n}.example`, caller('evil', ending.signal)));
    await untilAsked(8);
    expect(await find('hooks.acme.example', caller('acme'))).toEqual(found);
    expect(new Set(server.asked.filter(isSilent)).size).toBe(8);
    ending.abort();
    await Promise.allSettled(evil);
  });
});

async function untilAsked(names: number): Promise<void> {
  while (new Set(server.asked).size < names) await new Promise((resolve) => setTimeout(resolve, 5));
}
