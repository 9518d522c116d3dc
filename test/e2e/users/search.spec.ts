import { startTestApplication, type TestApplication } from '../../support/application.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

const found = async (query: Record<string, string>, of = portal): Promise<string[]> => {
  const { status, body } = await of.get(`/v1/users?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body.users.map(({ userId }: { userId: string }) => userId);
};

describe('Search', () => {
  beforeAll(async () => {
    running = await startTestApplication();
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
    const users = [
      newUser('kunde-0004711', { firstName: 'Zoë', lastName: 'Meier', mobileNumber: '+4915112345678' }),
      newUser('kunde-0004712', { loginId: 'zoe.schulz', primaryGroup: 'gold' }),
      newUser('anna.schulz', { firstName: 'Anna', mobileNumber: '+12025550123' }),
      newUser('schulz.anna', { firstName: 'Annabel', loginId: 'x-schulz' }),
      newUser('4711', {}),
      newUser('p-1', { firstName: 'Ana María', lastName: 'Berg' }),
      newUser('p-2', { firstName: 'Jörg', lastName: 'Müller-Lüdenscheidt' }),
      newUser('p-3', { firstName: 'Bergit', lastName: "O'Anaya" }),
    ];
    expect((await portal.post('/v1/userBatches', { users })).body).toMatchObject({ created: 8 });
  });
  afterAll(() => running.close());

  it.each([
    ['a first name, in any case and script', 'ZOË', ['kunde-0004711']],
    ['the beginning of a first name', 'ann', ['anna.schulz', 'schulz.anna']],
    ['the middle of an id, after ids that begin with it', '4711', ['4711', 'kunde-0004711']],
    ['the end of an id', '004712', ['kunde-0004712']],
    ['the middle of an id, in any case', 'NDE-', ['kunde-0004711', 'kunde-0004712']],
    ['the middle of a login id', 'e.sch', ['kunde-0004712']],
    ['a beginning, or the middle of any name, once each', 'schulz', ['schulz.anna', 'anna.schulz', 'kunde-0004712']],
    ['an international number', '+4915112345678', ['kunde-0004711']],
    ['its beginning, as people write it', '0049 (151) 12-34', ['kunde-0004711']],
    ['a number without its country code', '0151 1234 5678', ['kunde-0004711']],
    ['its last digits', '0123', ['anna.schulz']],
    ['first and last name', 'Ana Berg', ['p-1']],
    ['last and first name, begun only, with a comma', 'ber, an', ['p-1']],
    ['the second of the first names', 'maria', ['p-1']],
    ['its accent, and the beginning of the last name', 'MARÍA B', ['p-1']],
    ['an umlaut without its dots', 'mull', ['p-2']],
    ['an umlaut as two letters, of each word', 'joerg luedenscheidt', ['p-2']],
    ['the middle of a last name', 'üller', ['p-2']],
    ['a name without its apostrophe', 'oanaya berg', ['p-3']],
    ['a first name of one and a last name of another', 'ana müller', []],
    ['what stands in none', 'e.schulz.', []],
    ['what stands in an id in another order', '0471100', []],
    ['signs that a pattern could know', '%%%', []],
  ])('a user is found by %s', async (_name, q, expected) => {
    expect(await found({ q })).toEqual(expected);
  });

  it('two characters are looked for at the beginning only', async () => {
    expect(await found({ q: '47' })).toEqual(['4711']);
  });

  it('what stands inside is read page by page, each once', async () => {
    for (const limit of ['1', '2', '3', '5']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await portal.get(`/v1/users?q=schulz&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        expect(body.users.length).toBeLessThanOrEqual(Number(limit));
        seen.push(...body.users.map(({ userId }: { userId: string }) => userId));
        cursor = body.next;
      }
      expect(seen).toEqual(['schulz.anna', 'anna.schulz', 'kunde-0004712']);
    }
  });

  it('a search is cut down by group and status, and stays within its tenant', async () => {
    expect(await found({ q: '471', group: 'gold' })).toEqual(['kunde-0004712']);
    expect(await found({ q: 'nde-', status: 'BLOCKED' })).toEqual([]);
    for (const options of [{ test: true }, { enterpriseId: 'rival' }]) {
      const other = await portalOf(running, { scopes: ['users:read'], ...options });
      for (const q of ['zo', '4711', 'nde-', '0123', '+1202']) expect(await found({ q }, other)).toEqual([]);
    }
  });

  it('a login id that was changed is found no more, the new one is', async () => {
    await portal.post('/v1/users', newUser('ruth', { loginId: 'old-quince' }));
    await portal.patch('/v1/users/ruth', { loginId: 'new-medlar' });
    expect(await found({ q: 'quince' })).toEqual([]);
    expect(await found({ q: 'medlar' })).toEqual(['ruth']);
  });

  it('lists the newest first, by when they were enrolled and by their verification', async () => {
    await portal.post('/v1/users', newUser('newest-1', { primaryGroup: 'newest' }));
    const { createdTs } = (await portal.get('/v1/users/newest-1')).body; // by the clock of the database
    const from = new Date(createdTs as number).toISOString();
    await portal.post('/v1/users', newUser('newest-2', { primaryGroup: 'newest' }));
    expect(await found({ createdFrom: from })).toEqual(['newest-2', 'newest-1']);
    expect((await found({ order: '-createdTs' })).slice(0, 2)).toEqual(['newest-2', 'newest-1']);
    expect(await found({ createdTo: from, group: 'newest' })).toEqual([]);
    expect(await found({ idvStatus: 'VERIFIED' })).toEqual([]);
    const first = (await portal.get('/v1/users?order=-createdTs&limit=1')).body;
    expect(await found({ order: '-createdTs', limit: '1', cursor: first.next })).toEqual(['newest-1']);
    for (const query of ['order=-createdTs&q=a', `createdFrom=${from}&q=a`, 'idvStatus=VERIFIED&order=userId'])
      expect((await portal.get(`/v1/users?${query}`)).status).toBe(422);
  });

  it('says what may be done next with a user', async () => {
    await portal.post('/v1/users', newUser('next-1', { preferredStatus: 'ONBOARDING' }));
    const { body } = await portal.get('/v1/users/next-1');
    expect([body.allowedVerbs, body.idv]).toEqual([
      [
        { verb: 'CREATED', to: 'CREATED', needs: 'idvVerified' },
        { verb: 'BLOCKED', to: 'BLOCKED' },
        { verb: 'DELETED', to: 'DELETED' },
      ],
      null,
    ]);
    await portal.put('/v1/users/next-1/status', { status: 'BLOCKED' });
    expect((await portal.get('/v1/users/next-1')).body.allowedVerbs).toEqual([
      { verb: 'UNBLOCK', to: 'ONBOARDING' },
      { verb: 'DELETED', to: 'DELETED' },
    ]);
  });

  it('two names are found among more than a thousand people whose longer name begins alike', async () => {
    const users = Array.from({ length: 1001 }, (_, i) => {
      const firstName = i % 500 === 0 ? 'Zora' : 'Ina';
      return newUser(`many-${i}`, { firstName, lastName: `Zimmermann${i}` });
    });
    for (let i = 0; i < users.length; i += 100) {
      const batch = users.slice(i, i + 100);
      expect((await portal.post('/v1/userBatches', { users: batch })).body).toMatchObject({ created: batch.length });
    }
    expect(await found({ q: 'zimmermann zo' })).toEqual(['many-0', 'many-1000', 'many-500']);
    expect(await found({ q: 'zo zimmermann50' })).toEqual(['many-500']);
  });
});
