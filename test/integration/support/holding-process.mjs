// A process of its own that takes one job or one event in hand, says so, and never finishes: to be killed.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { EventsHandler } from '@nestjs/cqrs';
import { createApplication } from '../../../dist/src/application.js';
import { readConfig } from '../../../dist/src/config.js';
import { HandlesJob, JobHandler } from '../../../dist/src/shared/jobs/index.js';
import { DomainEvent, Event } from '../../../dist/src/shared/kernel/index.js';
import { UnitOfWork } from '../../../dist/src/shared/persistence/index.js';

const hold = () => {
  process.stdout.write('holding\n');
  return new Promise(() => undefined);
};

class HeldJob extends JobHandler {
  perform() {
    return hold();
  }
}
HandlesJob('testing/held', { leaseSeconds: 2 })(HeldJob);

class HeldLane extends HeldJob {}
HandlesJob('testing/held-lane', { concurrency: 1, laneConcurrency: 1 })(HeldLane);

class Held extends DomainEvent {}
Event('testing.held.v1', { about: 'thing' })(Held);

class HoldEvent {
  handle() {
    return hold();
  }
}
EventsHandler(Held)(HoldEvent);

class Extras {}
Module({ providers: [HeldJob, HeldLane, HoldEvent] })(Extras);

const app = await createApplication(readConfig(process.env), JSON.parse(process.env.TEST_DATABASE), [Extras]);
await app.get(UnitOfWork).run(async (tx) => {
  if (process.env.HELD === 'event') tx.record(new Held({ thing: 'held' }));
  else if (process.env.HELD === 'lane')
    tx.pending.jobs.push({ kind: 'testing/held-lane', payload: { endpoint: 'held', number: 0 }, lane: 'held' });
  else tx.pending.jobs.push({ kind: 'testing/held', payload: { thing: 'held' } });
});
