import { broken, FakeService, json, never, problem } from '../../../../test/support/fake-service.js';

let service: FakeService;
beforeEach(() => (service = new FakeService()));

const USER = { userId: 'jane.doe', primaryGroup: 'retail' };
const create = (options = {}) => service.clock.until(service.client().users.create(USER, options));
const keys = () => service.calls.map(({ headers }) => headers['idempotency-key']);

describe('A POST', () => {
  it('has one idempotency key in all its tries, and another has another', async () => {
    service.reply = (_asked, count) => {
      if (count === 1) throw broken();
      return count === 2 ? problem(503, 'kernel/unavailable') : json({ userId: 'jane.doe' }, 201);
    };
    expect(await create()).toEqual({ userId: 'jane.doe' });
    await create();
    expect(keys()).toHaveLength(4);
    expect(new Set(keys().slice(0, 3)).size).toBe(1);
    expect(keys()[3]).not.toBe(keys()[0]);
    expect(service.calls.slice(0, 3).map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(USER)));
  });

  it('has the key that the caller gives', async () => {
    await create({ idempotencyKey: 'order-4711' });
    expect(keys()).toEqual(['order-4711']);
  });

  it('waits while its first try is still under way, as long as there is time', async () => {
    service.reply = (_asked, count) => {
      if (count === 1) throw broken();
      return count < 30 ? problem(409, 'kernel/key-in-use', { 'retry-after': '1' }) : json({ userId: 'jane.doe' }, 201);
    };
    expect(await create()).toEqual({ userId: 'jane.doe' });
    expect(new Set(keys()).size).toBe(1);
  });

  it('whose secret was shown in a lost answer says so', async () => {
    service.reply = () => json({ clientId: 'c', secretWithheld: true }, 201);
    const made = service.client().clients.create({ clientName: 'Portal' } as never);
    await expect(service.clock.until(made)).rejects.toMatchObject({
      name: 'SecretWithheldError',
      answer: { clientId: 'c' },
    });
  });
});

describe('A call that has failed', () => {
  it.each([429, 503])('is tried again when it was refused with %p', async (status) => {
    service.reply = (_asked, count) => (count === 1 ? problem(status, 'kernel/x') : json({ userId: 'a' }));
    await service.clock.until(service.client().users.update('a', { firstName: 'Jane' }));
    expect(service.calls).toHaveLength(2);
  });

  it.each([400, 403, 404, 409, 422, 500])('is not tried again when it was answered %p', async (status) => {
    service.reply = () => problem(status, 'users/x');
    await expect(create()).rejects.toMatchObject({ status });
    expect(service.calls).toHaveLength(1);
  });

  it.each([502, 504])(
    'is tried again when a proxy answered %p, unless a repetition could have an effect of its own',
    async (status) => {
      service.reply = (_asked, count) =>
        count === 1 ? new Response('<h1>Bad gateway</h1>', { status }) : json({ userId: 'a' });
      await create();
      expect(service.calls).toHaveLength(2);
      service.calls.length = 0;
      const patched = service.clock.until(service.client().users.update('a', { firstName: 'Jane' }));
      await expect(patched).rejects.toMatchObject({ name: 'ProblemError', status, code: undefined });
    },
  );

  it.each([
    ['a PATCH', 'ECONNRESET', 1],
    ['a PATCH', 'ECONNREFUSED', 5],
    ['a new version of a template', 'ECONNRESET', 1],
    ['a status', 'ECONNRESET', 5],
  ])('is tried again after a failed connection: %s, %s: %i tries', async (what, code, tries) => {
    service.reply = () => {
      throw broken(code);
    };
    const client = service.client();
    const calls: Record<string, () => Promise<unknown>> = {
      'a PATCH': () => client.users.update('a', { firstName: 'Jane' }),
      'a new version of a template': () => client.notificationTemplates.update('a', { body: [] } as never),
      'a status': () => client.users.changeStatus('a', { status: 'BLOCKED' }),
    };
    await expect(service.clock.until(calls[what]!())).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `No answer from https://api.example.com: ${code}`,
    });
    expect(service.calls).toHaveLength(tries);
  });

  it('is done when a DELETE finds nothing any more', async () => {
    service.reply = (_asked, count) => {
      if (count === 1) throw broken();
      return problem(404, 'webhooks/endpoint-not-found');
    };
    await service.clock.until(service.client().webhookEndpoints.delete('e'));
    await expect(service.clock.until(service.client().webhookEndpoints.delete('e'))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('is tried again when the service says, in seconds or by a date of its own clock', async () => {
    const date = new Date(service.clock.now() + 7_200_000);
    const later = new Date(date.getTime() + 9_000).toUTCString();
    service.reply = (_asked, count) => {
      if (count === 1) return problem(429, 'kernel/too-many-requests', { 'retry-after': '7' });
      if (count === 2) return problem(503, 'kernel/unavailable', { 'retry-after': later, date: date.toUTCString() });
      return json({});
    };
    await create();
    expect(service.clock.elapsed()).toBeGreaterThanOrEqual(16_000);
    expect(service.clock.elapsed()).toBeLessThan(17_000);
  });

  it('waits longer before each try, and not the same for all', async () => {
    service.reply = () => problem(503, 'kernel/unavailable');
    await expect(create()).rejects.toMatchObject({ status: 503 });
    expect(service.calls).toHaveLength(5);
    const { waits } = service.clock;
    [250, 500, 1_000, 2_000].forEach((most, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
      expect(waits[index]).toBeLessThanOrEqual(most);
    });
  });
});

describe('A call under way', () => {
  it('ends when the service wants to be left alone for longer than there is time', async () => {
    service.reply = () => problem(429, 'kernel/too-many-requests', { 'retry-after': '120' });
    await expect(create()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 120 });
    expect(service.clock.elapsed()).toBe(0);
  });

  it('ends when its time is up, with what went wrong before', async () => {
    service.reply = (_asked, count, signal) => {
      if (count === 1) throw broken();
      return never(_asked, count, signal);
    };
    const options = { timeoutMs: 10_000 };
    await expect(create(options)).rejects.toMatchObject({ name: 'DeadlineError', cause: { name: 'ConnectionError' } });
    expect(service.clock.elapsed()).toBe(10_000);
  });

  it('ends when the caller wants it, in a try or between two', async () => {
    const caller = new AbortController();
    service.reply = (asked, count, signal) => {
      caller.abort(new Error('enough'));
      return never(asked, count, signal);
    };
    await expect(create({ signal: caller.signal })).rejects.toThrow('enough');
    expect(service.calls).toHaveLength(1);
    await expect(create({ signal: caller.signal })).rejects.toThrow('enough');
    expect(service.calls).toHaveLength(1);
  });

  it('leaves no timer behind when it ends', async () => {
    await create();
    service.reply = () => problem(404, 'users/not-found');
    await create().catch(() => undefined);
    expect(service.clock.timers).toBe(0);
  });

  it('gets another try when one has taken 20 s', async () => {
    service.reply = (asked, count, signal) => (count === 1 ? never(asked, count, signal) : json({ userId: 'a' }));
    await create();
    expect(service.calls).toHaveLength(2);
  });
});

describe('A problem', () => {
  it('has the code, the faults and what finds it in the logs', async () => {
    const faults = [{ pointer: '/userId', detail: 'A value is required.' }];
    const body = {
      title: 'Invalid arguments',
      status: 422,
      code: 'kernel/invalid-arguments',
      detail: 'See',
      errors: faults,
    };
    service.reply = () => json(body, 422, { 'x-request-id': 'r-1' });
    await expect(create()).rejects.toMatchObject({
      message: 'Invalid arguments (kernel/invalid-arguments): See',
      ...{ code: 'kernel/invalid-arguments', status: 422, detail: 'See', faults, requestId: 'r-1' },
    });
  });

  it('may have members of its own', async () => {
    service.reply = () => json({ code: 'users/status-refused', from: 'ONBOARDING', to: 'CREATED' }, 409);
    await expect(create()).rejects.toMatchObject({ problem: { from: 'ONBOARDING', to: 'CREATED' } });
  });

  it.each(['null', '[]', '"x"', '', '{'])('may be no problem at all: %s', async (text) => {
    service.reply = () => new Response(text, { status: 418 });
    await expect(create()).rejects.toMatchObject({ name: 'ProblemError', status: 418, code: undefined, faults: [] });
  });

  it('is a redirect: nobody is sent elsewhere with a token', async () => {
    service.reply = () => new Response(null, { status: 307, headers: { location: 'https://evil.example' } });
    await expect(create()).rejects.toMatchObject({ status: 307 });
  });

  it.each(['<h1>Hello</h1>', '[]'])('may hide in a 200: %s', async (text) => {
    service.reply = () => new Response(text, { headers: { 'content-type': 'application/json' } });
    await expect(create()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });
});

describe('What goes into a call', () => {
  it('stays in its place, whatever it contains', async () => {
    const client = service.client();
    await service.clock.until(client.users.get('../clients?x=1#/ä'));
    expect(service.calls[0]?.url).toBe('https://api.example.com/v1/users/..%2Fclients%3Fx%3D1%23%2F%C3%A4');
    for (const id of ['', '.', '..', undefined, 7]) {
      await expect(client.users.get(id as string)).rejects.toThrow('userId is not an id');
    }
  });

  it.each([{ idempotencyKey: 'a\nb' }, { requestId: 'a b' }, { enterpriseId: 'a/b' }, { actingFor: 'a b' }])(
    'is checked: %p',
    async (options) => {
      await expect(create(options)).rejects.toThrow(TypeError);
      expect(service.calls).toHaveLength(0);
    },
  );

  it('may name the enterprise, the request and the member of staff', async () => {
    await create({ enterpriseId: 'acme', requestId: 'r-1', actingFor: 'staff-4711' });
    const named = { 'enterprise-id': 'acme', 'x-request-id': 'r-1', 'acting-for': 'staff-4711' };
    expect(service.calls[0]?.headers).toMatchObject(named);
  });
});

describe('A list', () => {
  const pages = [
    { users: [{ userId: 'a' }, { userId: 'b' }], next: 'c1' },
    { users: [], next: 'c2' },
    { users: [{ userId: 'c' }], next: null },
  ];
  beforeEach(() => {
    service.reply = ({ url }) => json(pages[['c1', 'c2'].indexOf(new URL(url).searchParams.get('cursor') ?? '') + 1]);
  });

  it('is read page by page, also past an empty one', async () => {
    const list = service.client().users.list({ status: 'ACTIVE', limit: 2 });
    const ids = await service.clock.until(list.toArray({ most: 100 }));
    expect(ids.map(({ userId }) => userId)).toEqual(['a', 'b', 'c']);
    expect(service.calls.map(({ url }) => new URL(url).search)).toEqual([
      '?status=ACTIVE&limit=2',
      '?status=ACTIVE&limit=2&cursor=c1',
      '?status=ACTIVE&limit=2&cursor=c2',
    ]);
  });

  it('is read no further than is wanted', async () => {
    const list = service.client().users.list();
    expect(await service.clock.until(list.toArray({ most: 2 }))).toHaveLength(2);
    expect(await service.clock.until(list.toArray({ most: 0 }))).toHaveLength(0);
    expect(service.calls).toHaveLength(1);
  });

  it('can be gone on with from a page that was read before', async () => {
    const list = service.client().users.list();
    const { next } = await service.clock.until(list.page());
    expect((await service.clock.until(list.page(next!))).next).toBe('c2');
  });
});
