import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { OutboxRelay } from '../../src/shared/events/outbox.relay.js';
import { DomainEvent, Event } from '../../src/shared/kernel/event.js';
import { Database } from '../../src/shared/persistence/database.js';
import { UnitOfWork } from '../../src/shared/persistence/unit-of-work.js';
import { startTestApplication, type TestApplication } from '../support/application.js';

@Event('testing.thing-happened.v1', { about: 'thing', beforeAnswer: true })
class ThingHappened extends DomainEvent<{ thing: string }> {}

const heard: string[] = [];
let failures = 0;

@EventsHandler(ThingHappened)
class NoteThing implements IEventHandler<ThingHappened> {
  constructor(private readonly uow: UnitOfWork) {}

  async handle(event: ThingHappened): Promise<void> {
    if (failures-- > 0) throw new Error('not now');
    await this.uow.run(async (tx) => {
      if (await tx.firstTime(event, 'testing/note-thing')) heard.push(event.payload.thing);
    });
  }
}

let running: TestApplication;
let db: Database;
const happen = (thing: string) => running.app.get(UnitOfWork).run(async (tx) => tx.record(new ThingHappened({ thing })));
const waiting = () => db.rows<{ key: string; attempts: number; parked: boolean }>(
  'SELECT key, attempts, parked_at IS NOT NULL AS parked FROM shared.outbox ORDER BY key',
);

beforeAll(async () => {
  running = await startTestApplication({ providers: [NoteThing] });
  db = running.app.get(Database);
});
afterAll(() => running.close());
beforeEach(async () => {
  failures = 0;
  heard.length = 0;
  await db.rows('DELETE FROM shared.outbox');
});

describe('The outbox', () => {
  it('delivers before the caller is answered, and keeps nothing of what was delivered', async () => {
    await happen('one');
    expect(heard).toEqual(['one']);
    expect(await waiting()).toEqual([]);
  });
});
