import { Controller, Get, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { BearerGuard } from '../../../src/shared/auth-guard/bearer.guard.js';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import { RequestLimits } from '../../../src/shared/http/index.js';
import { UserDirectory } from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { call } from '../../support/raw-http.js';
import { newUser } from '../../support/someone.js';
import { portalOf } from '../../support/tokens.js';

@WithoutToken('a test')
@Controller(['v1/counted', 'app/counted'])
class CountedController {
  @Get()
  read(): object {
    return {};
  }
}

/** In place of a token. */
function nameCaller(context: ExecutionContext): void {
  const request = context.switchToHttp().getRequest<Request>();
  const [clientId, sub] = (request.get('x-caller') ?? '').split('/');
  if (clientId) request.user = { clientId, sub, enterpriseId: clientId.split('@')[1] };
}

const start = (env: Record<string, string>, other?: TestApplication) =>
  startTestApplication({
    controllers: [CountedController],
    env: { RATE_LIMIT: '1', ADDRESS_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1', ...env },
    ...(other && { database: other.database }),
  });

interface By {
  readonly caller?: string;
  readonly address?: string;
  readonly path?: string;
}

async function ask(at: TestApplication, { caller = '', address = '203.0.113.1', path = '/v1/counted' }: By = {}) {
  const surface = path.startsWith('/app') ? 'mobile' : 'management';
  const answer = await call(at.url(surface), path, { headers: { 'x-caller': caller, 'x-forwarded-for': address } });
  const { ratelimit, 'ratelimit-policy': policy, 'retry-after': retryAfter } = answer.headers;
  return { status: answer.status, ratelimit, policy, retryAfter, text: answer.text };
}

async function statuses(at: TestApplication, times: number, by: By): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await ask(at, by)).status);
  return seen;
}

describe('Limits', () => {
  /** Limits fill up as time goes by: here it stands still, however slow the machine is. */
  beforeAll(() => {
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its guard
    const judge = BearerGuard.prototype.canActivate;
    jest.spyOn(BearerGuard.prototype, 'canActivate').mockImplementation(function (this: BearerGuard, context) {
      nameCaller(context);
      return judge.call(this, context);
    });
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  describe('A client', () => {
    let running: TestApplication;
    beforeAll(async () => {
      running = await start({ RATE_BURST: '3' });
    });
    afterAll(() => running.close());

    it('is refused beyond its limit before the user of the path is looked up', async () => {
      const portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
      await portal.post('/v1/users', newUser('limited'));
      const look = jest.spyOn(running.app.get(UserDirectory), 'statusOfUserId');
      const status = { status: 'PAUSED' };
      const answers = [1, 2, 3].map(() => portal.put('/v1/users/limited/status', status));
      expect((await Promise.all(answers)).map((answer) => answer.status).sort()).toEqual([200, 200, 429]);
      expect(look).toHaveBeenCalledTimes(2);
    });

    it('is told its limit, and refused beyond it, with the time to come back', async () => {
      expect(await ask(running, { caller: 'a' })).toMatchObject({
        status: 200,
        policy: '"client";q=3;w=3',
        ratelimit: '"client";r=2;t=1',
      });
      expect(await statuses(running, 3, { caller: 'a' })).toEqual([200, 200, 429]);
      const refused = await ask(running, { caller: 'a' });
      expect(refused).toMatchObject({ status: 429, policy: '"client";q=3;w=3', retryAfter: '1' });
      expect(JSON.parse(refused.text)).toMatchObject({ code: 'kernel/too-many-requests', status: 429 });
    });

    it('does not use up what others have: other clients, and each of its users', async () => {
      for (const caller of ['b', 'b/jane', 'b/joe']) {
        expect(await statuses(running, 4, { caller })).toEqual([200, 200, 200, 429]);
      }
    });

    it('is told nothing where the contract promises nothing', async () => {
      expect(await ask(running, { caller: 'c', path: '/app/counted' })).toMatchObject({
        status: 200,
        policy: undefined,
      });
    });
  });

  describe('An enterprise', () => {
    let running: TestApplication;
    beforeAll(async () => {
      running = await start({ ENTERPRISE_RATE_LIMIT: '1', ENTERPRISE_RATE_BURST: '3' });
    });
    afterAll(() => running.close());

    it('is refused beyond the limit of all its clients, and told which one it is', async () => {
      for (const caller of ['a@evil', 'b@evil', 'c@evil'])
        expect(await statuses(running, 1, { caller })).toEqual([200]);
      expect(await ask(running, { caller: 'd@evil' })).toMatchObject({
        status: 429,
        policy: '"enterprise";q=3;w=3',
        retryAfter: '1',
      });
      expect(await statuses(running, 3, { caller: 'a@acme' })).toEqual([200, 200, 200]);
    });

    it('has the limit that an operator gave it, at once', async () => {
      const administrator = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
      const rateLimit = { perSecond: 2, burst: 6 };
      await administrator.post('/v1/enterprises', { enterpriseId: 'wide', name: 'Wide', rateLimit });
      expect(await statuses(running, 6, { caller: 'a@wide' })).toEqual(Array(6).fill(200));
      const refused = { status: 429, policy: '"enterprise";q=6;w=3' };
      expect(await ask(running, { caller: 'b@wide' })).toMatchObject(refused);
      await administrator.patch('/v1/enterprises/wide', { rateLimit: { perSecond: 2, burst: 8 } });
      expect(await statuses(running, 3, { caller: 'c@wide' })).toEqual([200, 200, 429]);
      await administrator.patch('/v1/enterprises/wide', { rateLimit: null });
      expect(await ask(running, { caller: 'd@wide' })).toMatchObject({ status: 429, policy: '"enterprise";q=3;w=3' });
    });

    it('does not count the requests of its users', async () => {
      expect(await statuses(running, 4, { caller: 'a@bank/jane' })).toEqual([200, 200, 200, 200]);
    });
  });

  describe('An address', () => {
    let running: TestApplication;
    beforeAll(async () => {
      running = await start({ ADDRESS_RATE_BURST: '3' });
    });
    afterAll(() => running.close());

    it('is refused beyond its limit, whoever it says it is and whatever it asks for', async () => {
      const address = '203.0.113.2';
      expect(await ask(running, { address, caller: 'a' })).toMatchObject({ status: 200 });
      expect(await ask(running, { address, path: '/v1/nothing' })).toMatchObject({
        status: 404,
        policy: '"address";q=3;w=3',
      });
      expect(await statuses(running, 2, { address, caller: 'b' })).toEqual([200, 429]);
      expect(await ask(running, { address: '203.0.113.3' })).toMatchObject({ status: 200 });
    });

    it('counts with its neighbours when it is of IPv6', async () => {
      expect(await statuses(running, 3, { address: '2001:db8::1' })).toEqual([200, 200, 200]);
      expect(await ask(running, { address: '2001:db8::2' })).toMatchObject({ status: 429 });
      expect(await ask(running, { address: '2001:db8:0:1::2' })).toMatchObject({ status: 200 });
    });

    it('may always ask whether we live', async () => {
      for (let i = 0; i < 5; i++) expect((await call(running.url('ops'), '/health/live')).status).toBe(200);
    });
  });

  describe('Two processes', () => {
    let one: TestApplication;
    let other: TestApplication;
    beforeAll(async () => {
      const bursts = { RATE_BURST: '3', ADDRESS_RATE_BURST: '12' };
      one = await start(bursts);
      other = await start(bursts, one);
    });
    afterAll(async () => {
      await other.close();
      await one.close();
    });

    it('have one limit together', async () => {
      expect(await statuses(one, 3, { caller: 'a' })).toEqual([200, 200, 200]);
      const { perCaller } = other.app.get(RequestLimits);
      // An exchange between two of the requests tells of the first ones alone.
      while (perCaller.take('a/', 0).remaining > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await ask(other, { caller: 'a' })).toMatchObject({ status: 429 });
    });

    it('let hardly more pass of an address that asks both at once than one would', async () => {
      const both = [one, other].flatMap((process) => Array.from({ length: 20 }, () => process));
      const answers = await Promise.all(both.map((process) => ask(process, { address: '203.0.113.9' })));
      const passed = answers.filter(({ status }) => status === 200).length;
      expect([passed >= 12, passed <= 16]).toEqual([true, true]);
    });
  });
});
