import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventTransport } from './outbox.delivery.js';
import { EventTimings } from '../jobs/index.js';
import { OutboxRelay, OutboxStats } from './index.js';
import { OutboxSweeper } from './outbox.sweeper.js';
import { currentContext, DomainEvent, Event, newId, runInContext } from '../kernel/index.js';
import { Database, UnitOfWork } from '../persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { kill, startHolding } from '../../../test/integration/support/held-work.js';
import { gate, until } from '../../../test/integration/support/until.js';

@Event('testing.thing-happened.v1', { about: 'thing', beforeAnswer: true })
class ThingHappened extends DomainEvent<{ thing: string }> {}

@Event('testing.aside-happened.v1', { about: 'thing' })
class AsideHappened extends DomainEvent<{ thing: string }> {}

/** The event of another process, which is killed while it delivers the event. */
@Event('testing.held.v1', { about: 'thing' })
class Held extends DomainEvent<{ thing: string }> {}

let heard: string[] = [];
let seenBy: (string | undefined)[] = [];
let deliveries = 0;
let failures = 0;
let hold: Promise<void> | undefined;

@EventsHandler(ThingHappened, AsideHappened, Held)
class NoteThing implements IEventHandler<ThingHappened> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: ThingHappened): Promise<void> {
    deliveries++;
    await hold;
    if (failures-- > 0) throw new Error('not now');
    await this.uow.run(async (tx) => {
      if (!(await tx.firstTime(event, 'testing/note-thing'))) return;
      heard.push(event.payload.thing);
      seenBy.push(currentContext()?.requestId);
    });
  }
}

let alsoHeard: string[] = [];

@EventsHandler(ThingHappened)
class AlsoNoteThing implements IEventHandler<ThingHappened> {
  async handle({ payload }: ThingHappened): Promise<void> {
    alsoHeard.push(payload.thing);
  }
}

/** Records an event while the application is still starting. */
class EarlyBird {
  constructor(private readonly uow: UnitOfWork) {}

  async onModuleInit(): Promise<void> {
    await this.uow.run(async (tx) => tx.record(new ThingHappened({ thing: 'early' })));
  }
}
const earlyBird = { provide: EarlyBird, inject: [UnitOfWork], useFactory: (uow: UnitOfWork) => new EarlyBird(uow) };

const withoutWorker = { SURFACES: 'management' };
const quick = { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 15_000, answerMs: 15_000 } };
const answersSoon = { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 3_600_000, answerMs: 50 } };
const givesUpSoon = { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 50, answerMs: 15_000 } };
const start = (options = {}) =>
  startTestApplication({ env: withoutWorker, providers: [NoteThing, AlsoNoteThing, quick], ...options });

let running: TestApplication;
let db: Database;
let sweeper: OutboxSweeper;
let relay: OutboxRelay;

const happen = (thing: string) =>
  running.app.get(UnitOfWork).run(async (tx) => tx.record(new ThingHappened({ thing })));
const happenAside = (...things: string[]) =>
  running.app.get(UnitOfWork).run(async (tx) => tx.record(...things.map((thing) => new AsideHappened({ thing }))));
/** Inserts an event as if the process that committed it had died at once. */
const leftBehind = (thing: string, type = 'testing.thing-happened.v1', attempts = 1) =>
  db.rows(
    `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at, attempts)
     VALUES ($1, $2, $3, jsonb_build_object('thing', $3::text), now(), now(), $4)`,
    [newId(), type, thing, attempts],
  );
const makeDue = () => db.rows("UPDATE shared.outbox SET due_at = now() - interval '1 second'");
const stored = () =>
  db.rows<{ key: string; attempts: number; parked: boolean; last_error: string | null }>(
    'SELECT key, attempts, parked_at IS NOT NULL AS parked, last_error FROM shared.outbox ORDER BY key',
  );
const sweepUntilParked = async () => {
  for (let n = 1; n < 10; n++) {
    await makeDue();
    await sweeper.sweep();
  }
};

describe('Outbox', () => {
  beforeAll(async () => {
    running = await start();
    db = running.app.get(Database);
    sweeper = running.app.get(OutboxSweeper);
    relay = running.app.get(OutboxRelay);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    await relay.idle();
    heard = [];
    alsoHeard = [];
    seenBy = [];
    deliveries = 0;
    failures = 0;
    hold = undefined;
    await db.rows('DELETE FROM shared.outbox');
  });

  describe('After a commit the outbox', () => {
    it('delivers before the caller is answered, and keeps nothing of what was delivered', async () => {
      await happen('one');
      expect(heard).toEqual(['one']);
      await relay.idle();
      expect(await stored()).toEqual([]);
    });

    it("tells when an event happened by the database's clock, whatever that of the process says", async () => {
      const event = Object.assign(new ThingHappened({ thing: 'early' }), { occurredAt: '2099-01-01T00:00:00.000Z' });
      await running.app.get(UnitOfWork).run(async (tx) => tx.record(event));
      const [row] = await db.rows<{ now: Date }>('SELECT clock_timestamp() AS now');
      expect(Math.abs(Date.parse(event.occurredAt) - (row?.now.getTime() ?? 0))).toBeLessThan(60_000);
    });

    it('delivers other events right after the answer', async () => {
      await happenAside('one', 'two');
      await relay.idle();
      expect(heard.sort()).toEqual(['one', 'two']);
      expect(await stored()).toEqual([]);
    });

    it('keeps what is committed after the end of the relay, for the sweeper of another process', async () => {
      await relay.close();
      await happen('one');
      await happenAside('two');
      await relay.idle();
      const before = { heard: [...heard], stored: (await stored()).map(({ key }) => key) };
      relay.open();
      await relay.idle();
      expect([before, heard.sort()]).toEqual([{ heard: [], stored: ['one', 'two'] }, ['one', 'two']]);
    });

    it('does not let the caller wait for a slow handler, who finishes nevertheless', async () => {
      const other = await start({ database: running.database, providers: [NoteThing, answersSoon] });
      const slow = gate();
      hold = slow.passed;
      await other.app.get(UnitOfWork).run(async (tx) => tx.record(new ThingHappened({ thing: 'slow' })));
      expect(heard).toEqual([]);
      slow.open();
      await until(() => heard.includes('slow'));
      await other.close();
    });

    it('lets what handlers do belong to the request that caused it', async () => {
      const request = (requestId: string) => ({
        requestId,
        traceId: '',
        address: null,
        actor: { kind: 'client' as const, id: requestId },
      });
      const slow = gate();
      hold = slow.passed;
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await runInContext(request(id), () => happenAside(id));
      slow.open();
      await relay.idle();
      expect(seenBy).toEqual(heard);
      expect(heard.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    });

    it('delivers what was committed while the application started, once there is someone to hear it', async () => {
      const late = await start({ database: running.database, providers: [NoteThing, quick, earlyBird] });
      await late.app.get(OutboxRelay).idle();
      await late.close();
      expect(heard).toEqual(['early']);
    });

    it('finishes what runs before the application ends', async () => {
      const other = await start({ database: running.database });
      const slow = gate();
      hold = slow.passed;
      await other.app.get(UnitOfWork).run(async (tx) => tx.record(new AsideHappened({ thing: 'last' })));
      const closed = other.close();
      slow.open();
      await closed;
      expect(heard).toEqual(['last']);
      expect(await stored()).toEqual([]);
    });
  });

  describe('A handler that throws', () => {
    it('gets the event again, and the row goes when it has succeeded', async () => {
      failures = 1;
      await happen('one');
      expect(await stored()).toEqual([{ key: 'one', attempts: 1, parked: false, last_error: 'not now' }]);
      await makeDue();
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['one']);
      expect(await stored()).toEqual([]);
    });

    it('does not keep the event from the other handlers', async () => {
      failures = 1;
      await happen('one');
      expect(alsoHeard).toEqual(['one']);
    });

    it('parks the event after the tenth failure, and delivers it on replay', async () => {
      failures = Infinity;
      await happen('one');
      await sweepUntilParked();
      expect(await stored()).toEqual([{ key: 'one', attempts: 10, parked: true, last_error: 'not now' }]);
      await sweeper.sweep();
      expect(deliveries).toBe(10);
      expect(await running.app.get(OutboxStats).read()).toEqual({ depth: 0, overdueSeconds: 0, parked: 1 });

      failures = 0;
      expect(await relay.replayParked()).toBe(1);
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['one']);
      expect(await stored()).toEqual([]);
    });

    it('is spared for longer after each failure', async () => {
      failures = 1;
      await leftBehind('often failed', 'testing.thing-happened.v1', 8);
      await sweeper.sweep();
      const [row] = await db.rows<{ wait: number }>(
        'SELECT extract(epoch FROM due_at - now())::float8 AS wait FROM shared.outbox',
      );
      expect(row?.wait).toBeGreaterThan(1_800);
    });
  });

  describe('The sweeper', () => {
    it('delivers what a dead process has left behind', async () => {
      await leftBehind('orphan');
      expect(await running.app.get(OutboxStats).read()).toMatchObject({ depth: 1, parked: 0 });
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['orphan']);
      expect(await stored()).toEqual([]);
    });

    it('leaves fresh events to the process that committed them', async () => {
      failures = 1;
      const slow = gate();
      hold = slow.passed;
      await happenAside('fresh');
      await sweeper.sweep();
      expect(deliveries).toBe(1);
      slow.open();
    });

    it('shares the work with others: each event is delivered once', async () => {
      const other = await start({ database: running.database });
      const names = Array.from({ length: 60 }, (_, index) => `event ${index}`);
      for (const name of names) await leftBehind(name);
      await Promise.all([sweeper.sweep(), other.app.get(OutboxSweeper).sweep()]);
      expect(alsoHeard.sort()).toEqual(names.sort());
      await other.close();
    });

    it('takes over what a killed process was delivering', async () => {
      const killed = await startHolding('event', running);
      expect(await stored()).toMatchObject([{ key: 'held', attempts: 1 }]);
      await kill(killed);
      await makeDue();
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['held']);
      expect(await stored()).toEqual([]);
    });

    it('runs by itself in a process that is a worker', async () => {
      await leftBehind('orphan');
      const worker = await start({ database: running.database, env: { SURFACES: 'worker' } });
      await until(() => heard.includes('orphan'));
      await worker.close();
      expect(await stored()).toEqual([]);
    });

    it('leaves alone what only another version knows, and reports it', async () => {
      await leftBehind('newer', 'testing.thing-happened.v9');
      await leftBehind('known');
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['known']);
      expect(await stored()).toEqual([{ key: 'newer', attempts: 1, parked: false, last_error: null }]);
      await db.rows(`UPDATE shared.outbox SET due_at = now() - interval '2 minutes'`);
      const strangers = await running.app.get(OutboxStats).unknownTypes();
      expect(strangers).toEqual([{ type: 'testing.thing-happened.v9', waiting: 1 }]);
    });

    it('parks an event that has ended its process each time, without trying it again', async () => {
      await leftBehind('poison', 'testing.thing-happened.v1', 10);
      await sweeper.sweep();
      expect(deliveries).toBe(0);
      expect(await stored()).toMatchObject([{ key: 'poison', parked: true }]);
    });

    it('is not held up by a payload that no handler understands', async () => {
      await db.rows(
        `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at)
       VALUES ($1, 'testing.thing-happened.v1', 'broken', 'null', now(), now())`,
        [newId()],
      );
      await leftBehind('sound');
      await sweeper.sweep();
      await relay.idle();
      expect(heard).toEqual(['sound']);
      expect(await stored()).toMatchObject([{ key: 'broken', attempts: 2, parked: false }]);
    });

    it('counts handlers that never end as failed', async () => {
      const other = await start({ database: running.database, providers: [NoteThing, givesUpSoon] });
      const slow = gate();
      hold = slow.passed;
      await leftBehind('stuck');
      await other.app.get(OutboxSweeper).sweep();
      expect(await stored()).toMatchObject([{ key: 'stuck', last_error: 'handlers took more than 50 ms' }]);
      slow.open();
      await until(() => heard.includes('stuck')); // so that it ends in this test and not in a later one
      await other.close();
    });
  });

  describe('Before a rule relies on it', () => {
    it('what is undelivered about one thing is delivered, leased or not', async () => {
      await leftBehind('wanted');
      await leftBehind('other');
      await db.rows(`UPDATE shared.outbox SET due_at = now() + interval '1 hour'`);
      await relay.deliverAbout('wanted');
      expect(heard).toEqual(['wanted']);
      await relay.idle();
      expect(await stored()).toMatchObject([{ key: 'other' }]);
    });

    it('a failure in a hurry does not count as a try', async () => {
      await leftBehind('wanted');
      failures = 1;
      await relay.deliverAbout('wanted');
      expect(heard).toEqual([]);
      expect(await stored()).toEqual([{ key: 'wanted', attempts: 1, parked: false, last_error: null }]);
    });
  });

  describe('An event that comes twice', () => {
    it('has its effect once', async () => {
      const event = new ThingHappened({ thing: 'twice' });
      await running.app.get(EventTransport).carry(event);
      await running.app.get(EventTransport).carry(event);
      expect(deliveries).toBe(2);
      expect(heard).toEqual(['twice']);
    });

    it('has its effect once, also when both come together', async () => {
      const event = new ThingHappened({ thing: 'together' });
      const carrier = running.app.get(EventTransport);
      await Promise.all([carrier.carry(event), carrier.carry(event)]);
      expect(heard).toEqual(['together']);
    });
  });
});
