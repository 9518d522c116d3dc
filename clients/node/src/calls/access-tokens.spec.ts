import { generateKeyPairSync, verify } from 'node:crypto';
import { inspect } from 'node:util';
import { API, broken, FakeService, ISSUER, json, never, problem } from '../../../../test/support/fake-service.js';

let service: FakeService;
beforeEach(() => (service = new FakeService()));

const user = (client = service.client(), options = {}) => service.clock.until(client.users.get('jane.doe', options));
const authorizations = () => service.calls.map(({ headers }) => headers['authorization']);

describe('The access token', () => {
  it('is fetched once for many callers who come at once, and kept for later ones', async () => {
    const client = service.client();
    await service.clock.until(Promise.all(Array.from({ length: 50 }, () => client.users.get('jane.doe'))));
    await user(client);
    expect(service.tokenRequests).toHaveLength(1);
    expect(service.discoveries).toBe(1);
    expect(new Set(authorizations())).toEqual(new Set(['Bearer token-1']));
  });

  it('is asked for with the secret, form-encoded, and for all scopes unless told otherwise', async () => {
    await user(service.client({ clientId: 'a b', clientSecret: 'p:ä+%' }));
    const [{ headers, body }] = service.tokenRequests as [(typeof service.tokenRequests)[0]];
    const basic = Buffer.from(headers['authorization']!.slice('Basic '.length), 'base64').toString();
    expect(basic).toBe('a+b:p%3A%C3%A4%2B%25');
    expect(body).toBe('grant_type=client_credentials&scope=all');
  });

  it('is renewed shortly before it ends, by a clock that nobody sets', async () => {
    const client = service.client();
    await user(client);
    service.clock.wall += 86_400_000; // the system clock is changed
    service.clock.advance(3_500_000);
    await user(client);
    expect(service.tokenRequests).toHaveLength(1);
    service.clock.advance(60_000);
    await user(client);
    expect(authorizations().at(-1)).toBe('Bearer token-2');
  });

  it('is renewed once for all who are refused with it, and each then tries once more', async () => {
    const client = service.client();
    await user(client);
    service.reply = ({ headers }) =>
      headers['authorization'] === 'Bearer token-2' ? json({}) : problem(401, 'kernel/unauthenticated');
    await service.clock.until(Promise.all(Array.from({ length: 20 }, () => client.users.get('jane.doe'))));
    expect(service.tokenRequests).toHaveLength(2);
  });

  it('that is refused although it is new is an error, after two tries', async () => {
    service.reply = () => problem(401, 'kernel/unauthenticated');
    await expect(user()).rejects.toMatchObject({ name: 'ProblemError', status: 401, code: 'kernel/unauthenticated' });
    expect(service.calls).toHaveLength(2);
  });

  it('stays to come for the others when one caller gives up', async () => {
    let give: (response: Response) => void = () => undefined;
    service.token = () => new Promise((resolve) => (give = resolve));
    const client = service.client();
    const gaveUp = new AbortController();
    const [first, second] = [client.users.get('a', { signal: gaveUp.signal }), client.users.get('b')];
    while (service.tokenRequests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    gaveUp.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    give(json({ access_token: 'late', expires_in: 60, token_type: 'Bearer' }));
    await second;
    expect(authorizations()).toEqual(['Bearer late']);
  });

  it('is not given: the reason is told, and the next call asks anew', async () => {
    service.token = () => json({ error: 'invalid_client', error_description: 'unknown client' }, 401);
    const client = service.client();
    await expect(user(client)).rejects.toMatchObject({ name: 'TokenError', status: 401, error: 'invalid_client' });
    expect(service.tokenRequests).toHaveLength(1);
    service.token = () => json({ access_token: 'now', expires_in: 60, token_type: 'Bearer' });
    await user(client);
  });

  it('is fetched again after a broken connection and a busy server', async () => {
    service.token = (_asked, count) => {
      if (count === 1) throw broken();
      if (count === 2) return json({}, 503, { 'retry-after': '2' });
      return json({ access_token: 'third', expires_in: 60, token_type: 'Bearer' });
    };
    await user();
    expect(authorizations()).toEqual(['Bearer third']);
    expect(service.clock.waits.some((wait) => wait >= 2_000)).toBe(true);
  });

  it('does not come: the caller is told when the time is up', async () => {
    service.token = never;
    await expect(user(undefined, { timeoutMs: 5_000 })).rejects.toMatchObject({ name: 'DeadlineError' });
    expect(service.clock.elapsed()).toBe(5_000);
  });

  it('is asked for only where discovery tells of the same issuer', async () => {
    service.discovery = () => json({ issuer: 'https://evil.example', token_endpoint: 'https://evil.example/token' });
    await expect(user()).rejects.toThrow('not the discovery document');
    expect(service.tokenRequests).toHaveLength(0);
  });

  it.each([
    { issuer: 'http://id.example.com' },
    { apiUrl: 'http://api.example.com' },
    { apiUrl: 'https://u:p@a.example' },
  ])('goes by https only: %p', (options) => {
    expect(() => service.client(options)).toThrow('must be an https URL');
  });
});

it('A client needs an id and one kind of credentials', () => {
  const privateKey = { key: 'x' };
  for (const given of [{ clientSecret: '' }, { clientId: '' }, { privateKey }]) {
    expect(() => service.client(given)).toThrow('either a clientSecret or a privateKey');
  }
});

describe('A key in place of a secret', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const withKey = () => {
    const { clock, fetch } = service;
    return service.client({
      clientSecret: undefined as never,
      privateKey: { key: privateKey, kid: 'first' },
      fetch,
      clock,
    });
  };
  const assertion = (index: number) => {
    const fields = new URLSearchParams(service.tokenRequests[index]?.body);
    const [header = '', claims = '', signature = ''] = (fields.get('client_assertion') ?? '').split('.');
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    const [said, by] = [claims, header].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    return { ...said, ...by };
  };

  it('signs an assertion for the issuer, for a minute, and a new one each time', async () => {
    const client = withKey();
    await user(client);
    service.clock.advance(3_600_000);
    await user(client);
    expect(assertion(0)).toMatchObject({ iss: 'portal', sub: 'portal', aud: ISSUER, alg: 'ES256', kid: 'first' });
    expect(assertion(0).exp - assertion(0).iat).toBe(60);
    expect(assertion(0).jti).not.toBe(assertion(1).jti);
    expect(service.tokenRequests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('dates it by the clock of the service, when that of this machine is ten minutes off', async () => {
    const there = service.clock.now() + 600_000;
    service.discovery = () =>
      json({ issuer: ISSUER, token_endpoint: `${ISSUER}/oauth/token` }, 200, { date: new Date(there).toUTCString() });
    await user(withKey());
    expect(assertion(0).iat).toBe(there / 1_000);
  });

  it('looks at the clock of the service again, when an assertion is refused after a while', async () => {
    const client = withKey();
    await user(client);
    service.clock.advance(3_600_000);
    service.token = (_asked, count) =>
      count === 2
        ? json({ error: 'invalid_client' }, 401)
        : json({ access_token: 'x', expires_in: 60, token_type: 'Bearer' });
    await user(client);
    expect({ discoveries: service.discoveries, tokens: service.tokenRequests.length }).toEqual({
      discoveries: 2,
      tokens: 3,
    });
  });
});

describe('Secrets and tokens', () => {
  it('are in no error, and in nothing that is shown of a client', async () => {
    const client = service.client();
    service.reply = () => problem(403, 'kernel/insufficient-scope');
    const error = await user(client).catch((thrown: unknown) => thrown);
    service.reply = () => {
      throw broken();
    };
    const lost = await user(client).catch((thrown: unknown) => thrown);
    const shown = [client, client.users, error, lost].map((value) => inspect(value, { depth: 9, showHidden: true }));
    expect(shown.join()).not.toMatch(/s3cret|token-1|czNjcmV0/);
    expect(service.calls[0]?.url).toBe(`${API}/v1/users/jane.doe`);
  });
});
