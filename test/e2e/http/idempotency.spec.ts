import {
  Body,
  ConflictException,
  Controller,
  Get,
  HttpCode,
  type INestApplicationContext,
  Injectable,
  Param,
  RequestMethod,
  Res,
  type Type,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../src/shared/auth-guard/index.js';
import { accessTo, type RouteHandler } from '../../../src/shared/auth-guard/route-access.js';
import { IdempotentPost, ShowsSecret } from '../../../src/shared/http/index.js';
import { IntegerField } from '../../../src/shared/fields/index.js';
import { DomainEvent, Event, KernelErrors } from '../../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { meetAtLock } from '../../support/held-locks.js';
import { performJob } from '../../support/jobs.js';
import { call } from '../../support/raw-http.js';

/** In place of the bearer guard: says who calls. */
@Injectable()
class NamedCaller implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const [clientId, sub] = (request.get('x-caller') ?? '').split('/');
    if (clientId) request.user = { clientId, sub };
    return true;
  }
}

class Sum {
  @IntegerField({ min: 0, max: 9 })
  a!: number;

  @IntegerField({ min: 0, max: 9, optional: true })
  b?: number;
}

let runs = 0;
let hold: Promise<void> | undefined;

@WithoutToken('a test')
@UseGuards(NamedCaller)
@Controller('v1/sums')
class SumsController {
  @IdempotentPost()
  async add(@Body() sum: Sum, @Res({ passthrough: true }) response: Response): Promise<object> {
    runs++;
    await hold;
    response.setHeader('Location', `/v1/sums/${runs}`);
    return { run: runs, sum: sum.a + (sum.b ?? 0) };
  }

  @IdempotentPost('secret')
  @ShowsSecret('secret')
  show(): object {
    return { run: ++runs, secret: 'shown once' };
  }

  @IdempotentPost('nothing')
  @HttpCode(204)
  nothing(): void {
    runs++;
  }

  @IdempotentPost('fail/:status')
  fail(@Param('status') status: string): never {
    runs++;
    if (status === '409') throw new ConflictException();
    if (status === '503') throw KernelErrors.unavailable(undefined, { retryAfterSeconds: 5 });
    if (status === '429') throw KernelErrors.tooManyRequests();
    if (status === '401') throw KernelErrors.unauthenticated();
    throw KernelErrors.forbidden(`run ${runs}`);
  }

  @IdempotentPost(':id')
  other(): object {
    return { run: ++runs };
  }

  @Get()
  read(): object {
    return { run: ++runs };
  }
}

/** What a row of `effect` causes: heard before the answer, and written by a unit of work of its own. */
@Event('tests.effect-made.v1', { about: 'run', beforeAnswer: true })
class EffectMade extends DomainEvent<{ run: string }> {}

@EventsHandler(EffectMade)
class NoteEffect implements IEventHandler<EffectMade> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle({ payload }: EffectMade): Promise<void> {
    await this.uow.run((tx) => tx.rows('INSERT INTO effect_heard VALUES ($1)', [payload.run]));
  }
}

let held: (() => Promise<unknown>) | undefined;
let seen: number | undefined;

@WithoutToken('a test')
@UseGuards(NamedCaller)
@Controller('v1/sums/effects')
class EffectsController {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
  ) {}

  @IdempotentPost()
  async make(@Body() { a }: Sum): Promise<object> {
    const run = await this.#makeOne();
    await held?.();
    if (a === 9) throw new Error('a bug after the effect');
    if (a === 8) throw KernelErrors.forbidden();
    return { run };
  }

  @IdempotentPost('seen')
  async see(): Promise<object> {
    await Promise.all([this.#makeOne(), this.#makeOne()]);
    const run = await this.#makeOne();
    seen = (await this.db.rows('SELECT FROM effect')).length;
    return { run };
  }

  #makeOne(): Promise<number> {
    return this.uow.run(async (tx) => {
      const run = ++runs;
      await tx.rows('INSERT INTO effect VALUES ($1)', [run]);
      tx.record(new EffectMade({ run: String(run) }));
      return run;
    });
  }
}

let running: TestApplication;
let db: Database;

interface Asked {
  readonly key?: string;
  readonly body?: string;
  readonly path?: string;
  readonly caller?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

async function ask({ key = 'k', body = '{"a":1}', path = '', caller = 'acme', method = 'POST', headers }: Asked = {}) {
  const answer = await call(running.url('management'), `/v1/sums${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-caller': caller, ...headers },
    ...(method === 'POST' && { body }),
  });
  const { status, text } = answer;
  const { location, 'idempotency-replayed': replayed, 'retry-after': retryAfter } = answer.headers;
  return {
    status,
    body: text ? JSON.parse(text) : undefined,
    location,
    replayed,
    retryAfter,
    type: answer.headers['content-type'],
  };
}

/** Without waiting for anything that is open. */
async function countAndEnd(other: Awaited<ReturnType<TestApplication['database']['connect']>>): Promise<number> {
  const { rowCount } = await other.query('SELECT FROM effect');
  await other.end();
  return rowCount ?? 0;
}

/** The POST routes of all controllers that ask for a token. */
function routesWithToken(app: INestApplicationContext): [string, string | undefined][] {
  const reflector = app.get(Reflector);
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => (typeof metatype === 'function' ? postRoutesOf(metatype as Type, reflector) : []));
}

function postRoutesOf(controller: Type, reflector: Reflector): [string, string | undefined][] {
  const prototype = controller.prototype as Record<string, RouteHandler>;
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((name) => [name, prototype[name]] as const)
    .filter((route): route is [string, RouteHandler] => route[1] !== undefined)
    .filter(([, handler]) => Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST)
    .filter(([, handler]) => !accessTo(reflector, [handler, controller]).withoutToken)
    .map(([name, handler]) => [
      `${controller.name}.${name}`,
      (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) as Type[] | undefined)?.[0]?.name,
    ]);
}

describe('Idempotency', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [EffectsController, SumsController], providers: [NoteEffect] });
    db = running.app.get(Database);
    await db.rows('CREATE TABLE effect (run int)');
    await db.rows('CREATE TABLE effect_heard (run int)');
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    runs = 0;
    hold = undefined;
    held = undefined;
    await db.rows('DELETE FROM shared.idempotency');
    await db.rows('DELETE FROM effect');
    await db.rows('DELETE FROM effect_heard');
  });

  it('is offered by every POST route that asks for a token but the poll for security events, around all else that the route does', () => {
    const routes = routesWithToken(running.app);
    expect(routes.length).toBeGreaterThan(25);
    const others = routes.filter(([, outermost]) => outermost !== 'IdempotencyInterceptor').map(([name]) => name);
    // Its answer has events of its own each time. Those that are not confirmed come again.
    expect(others).toEqual(['SecurityEventPollsController.poll']);
  });

  describe('A POST with an Idempotency-Key', () => {
    it('is done once, and its first answer given again', async () => {
      const first = await ask();
      expect(first).toMatchObject({
        status: 201,
        body: { run: 1, sum: 1 },
        location: '/v1/sums/1',
        replayed: undefined,
      });
      const again = await ask();
      expect(again).toEqual({ ...first, replayed: 'true' });
      expect(runs).toBe(1);
    });

    it('is the same request when only the order of its members differs, and another one otherwise', async () => {
      await ask({ body: '{"a":1,"b":2}' });
      expect(await ask({ body: ' { "b":2, "a":1 } ' })).toMatchObject({ status: 201, replayed: 'true' });
      for (const other of [
        { body: '{"a":1}' },
        { body: '{"a":1,"b":2}', path: '?x=1' },
        { body: '{"a":1,"b":2}', headers: { 'enterprise-id': 'x' } },
      ]) {
        expect(await ask(other)).toMatchObject({ status: 422, body: { code: 'kernel/key-reused' } });
      }
      expect(runs).toBe(1);
    });

    it('has its key for itself: another caller, user or path has its own', async () => {
      await ask();
      for (const other of [
        { caller: 'other' },
        { caller: 'acme/jane' },
        { caller: 'acme/joe' },
        { path: '/other' },
        { key: 'K' },
      ]) {
        expect(await ask(other)).toMatchObject({ status: 201, replayed: undefined });
      }
      expect(runs).toBe(6);
    });

    it('is done each time when nobody is known to keep an answer for, and on another method', async () => {
      await ask({ caller: '' });
      await ask({ caller: '' });
      await ask({ method: 'GET' });
      await ask({ method: 'GET' });
      expect(runs).toBe(4);
    });

    it('repeats an answer without body, and a refusal as it was', async () => {
      expect(await ask({ path: '/nothing' })).toMatchObject({ status: 204, replayed: undefined });
      expect(await ask({ path: '/nothing' })).toMatchObject({ status: 204, body: undefined, replayed: 'true' });
      const refused = await ask({ key: 'r', path: '/fail/403' });
      expect(refused).toMatchObject({ status: 403, body: { code: 'kernel/forbidden', detail: 'run 2' } });
      expect(await ask({ key: 'r', path: '/fail/403' })).toEqual({ ...refused, replayed: 'true' });
      expect(await ask({ key: 'c', path: '/fail/409' })).toMatchObject({ status: 409 });
      expect(await ask({ key: 'c', path: '/fail/409' })).toMatchObject({ status: 409, replayed: 'true' });
      const invalid = await ask({ key: 'i', body: '{"a":"x"}' });
      expect(await ask({ key: 'i', body: '{"a":"x"}' })).toEqual({ ...invalid, replayed: 'true' });
      expect(runs).toBe(3);
    });

    it.each(['401', '429', '503'])('is done again after %s', async (status) => {
      for (const run of [1, 2]) {
        expect(await ask({ path: `/fail/${status}` })).toMatchObject({ status: Number(status), replayed: undefined });
        expect(runs).toBe(run);
      }
    });

    it('does not show a secret again, nor keep it', async () => {
      expect((await ask({ path: '/secret' })).body).toEqual({ run: 1, secret: 'shown once' });
      expect((await ask({ path: '/secret' })).body).toEqual({ run: 1, secretWithheld: true });
    });

    it('keeps what it keeps sealed', async () => {
      await ask({ body: '{"a":7}' });
      const [row] = await db.rows<{ request: Buffer; answer: Buffer }>(
        'SELECT request, answer FROM shared.idempotency',
      );
      expect(row?.answer.toString('latin1')).not.toMatch(/"sum"|"status"|location/);
    });

    it.each(['', 'a b', 'é', 'x'.repeat(256)])('is refused for a key that is none: %j', async (key) => {
      expect(await ask({ key })).toMatchObject({ status: 422, body: { code: 'kernel/invalid-arguments' } });
      expect(await ask({ key: 'x'.repeat(255) })).toMatchObject({ status: 201 });
    });

    it('is refused while the first one runs, with a time to come back', async () => {
      let release = (): void => undefined;
      hold = new Promise((resolve) => (release = resolve));
      const first = ask();
      while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      expect(await ask()).toMatchObject({ status: 409, body: { code: 'kernel/key-in-use' }, retryAfter: '1' });
      expect(await ask({ body: '{"a":2}' })).toMatchObject({ status: 422, body: { code: 'kernel/key-reused' } });
      release();
      expect(await first).toMatchObject({ status: 201 });
      expect(await ask()).toMatchObject({ status: 201, replayed: 'true' });
      expect(runs).toBe(1);
    });

    it('is done once when several arrive at the same time', async () => {
      const race = Array.from({ length: 5 }, () => () => ask());
      let release = (): void => undefined;
      hold = new Promise((resolve) => (release = resolve));
      const lock = 'LOCK TABLE shared.idempotency IN SHARE MODE';
      const answers = meetAtLock(running.database, lock, [], race);
      while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      setTimeout(() => release(), 100);
      const statuses = (await answers).map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0));
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(runs).toBe(1);
    });

    it('may be tried again when its process died, by one of those who come, and by the same request only', async () => {
      await ask();
      await db.rows("UPDATE shared.idempotency SET answer = NULL, leased_until = now() - interval '1 second'");
      expect(await ask({ body: '{"a":2}' })).toMatchObject({ status: 422 });
      const race = Array.from({ length: 3 }, () => () => ask());
      const answers = await meetAtLock(running.database, 'SELECT FROM shared.idempotency FOR UPDATE', [], race);
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      expect(runs).toBe(2);
    });

    it('is not taken over when its first run has renewed its lease meanwhile', async () => {
      let release = (): void => undefined;
      hold = new Promise((resolve) => (release = resolve));
      const first = ask();
      while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      await db.rows("UPDATE shared.idempotency SET leased_until = now() - interval '1 second'");
      const one = db.one.bind(db);
      const looked = jest.spyOn(db, 'one').mockImplementation(async (text, params) => {
        const row = await one(text, params);
        if (text.includes('AS leased'))
          await db.rows("UPDATE shared.idempotency SET leased_until = now() + interval '1 minute'");
        return row;
      });
      const second = await ask();
      looked.mockRestore();
      release();
      expect(second).toMatchObject({ status: 409, body: { code: 'kernel/key-in-use' } });
      expect(await first).toMatchObject({ status: 201 });
      expect(runs).toBe(1);
    });

    it('is forgotten after 24 hours', async () => {
      await ask();
      const [row] = await db.rows<{ hours: number }>(
        'SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM shared.idempotency',
      );
      expect(row?.hours).toBe(24);
      await db.rows("UPDATE shared.idempotency SET expires_at = now() - interval '1 second'");
      expect(await ask({ body: '{"a":2}' })).toMatchObject({ status: 201, replayed: undefined });
      await ask({ key: 'old' });
      await db.rows(
        "UPDATE shared.idempotency SET expires_at = now() - interval '1 second' WHERE key <> (SELECT key FROM shared.idempotency LIMIT 1)",
      );
      await performJob(running.app, 'shared/purge-idempotency');
      expect(await db.rows('SELECT FROM shared.idempotency')).toHaveLength(1);
    });
  });

  describe('The effect of a POST with an Idempotency-Key', () => {
    const effects = async () => (await db.rows<{ run: number }>('SELECT run FROM effect')).map(({ run }) => run);
    const make = (a = 1) => ask({ path: '/effects', body: `{"a":${a}}` });

    it('is stored in one transaction with the answer, and heard before it is given', async () => {
      held = async () => expect(await running.database.connect().then(countAndEnd)).toBe(0);
      expect(await make()).toMatchObject({ status: 201, body: { run: 1 } });
      expect(await db.rows('SELECT run FROM effect_heard')).toEqual([{ run: 1 }]);
      const [same] = await db.rows(
        'SELECT effect.xmin = kept.xmin AS together FROM effect, shared.idempotency kept WHERE answer IS NOT NULL',
      );
      expect(same).toEqual({ together: true });
      expect(await make()).toMatchObject({ body: { run: 1 }, replayed: 'true' });
      expect(await effects()).toEqual([1]);
    });

    it('is undone when its answer cannot be stored, and done by the next try', async () => {
      await db.rows(`CREATE FUNCTION no_answer() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`);
      await db.rows(
        'CREATE TRIGGER no_answer BEFORE UPDATE ON shared.idempotency FOR EACH ROW WHEN (NEW.answer IS NOT NULL) EXECUTE FUNCTION no_answer()',
      );
      try {
        expect(await make()).toMatchObject({ status: 500 });
      } finally {
        await db.rows('DROP FUNCTION no_answer CASCADE');
      }
      expect(await effects()).toEqual([]);
      expect(await make()).toMatchObject({ status: 201, body: { run: 2 }, replayed: undefined });
      expect(await make()).toMatchObject({ status: 201, body: { run: 2 }, replayed: 'true' });
      expect(await effects()).toEqual([2]);
    });

    it('is undone when its process ends before the answer is stored', async () => {
      held = async () => {
        held = undefined;
        const other = await running.database.connect();
        await other.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
        );
        await other.end();
      };
      expect(await make()).toMatchObject({ status: 503, retryAfter: '2' });
      expect(await effects()).toEqual([]);
      expect(await make()).toMatchObject({ status: 201, body: { run: 2 } });
      expect(await effects()).toEqual([2]);
    });

    it('is undone when another run has taken the request over', async () => {
      held = () =>
        running.database.connect().then(async (other) => {
          await other.query('UPDATE shared.idempotency SET run = gen_random_uuid()');
          await other.end();
        });
      expect(await make()).toMatchObject({ status: 409, body: { code: 'kernel/key-in-use' }, retryAfter: '1' });
      expect(await effects()).toEqual([]);
    });

    it('is there once, and its answer repeated, when the answer was lost after it was stored', async () => {
      await make();
      const elsewhere = await startTestApplication({ controllers: [EffectsController], database: running.database });
      const answer = await call(elsewhere.url('management'), '/v1/sums/effects', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k', 'x-caller': 'acme' },
        body: '{"a":1}',
      });
      await elsewhere.close();
      expect([answer.status, answer.text, answer.headers['idempotency-replayed']]).toEqual([201, '{"run":1}', 'true']);
      expect(await effects()).toEqual([1]);
    });

    it('stays with a refusal, and goes with a failure', async () => {
      expect(await make(8)).toMatchObject({ status: 403 });
      expect(await effects()).toEqual([1]);
      expect(await make(8)).toMatchObject({ status: 403, replayed: 'true' });
      await db.rows('DELETE FROM shared.idempotency');
      expect(await make(9)).toMatchObject({ status: 500 });
      expect(await effects()).toEqual([1]);
    });

    it('is seen by what the same request reads afterwards, and written by several transactions if need be', async () => {
      expect(await ask({ path: '/effects/seen' })).toMatchObject({ status: 201, body: { run: 3 } });
      expect(seen).toBe(3);
      expect(await ask({ path: '/effects/seen' })).toMatchObject({ status: 201, body: { run: 3 }, replayed: 'true' });
      expect(await db.rows('SELECT run FROM effect_heard')).toHaveLength(3);
    });
  });
});
