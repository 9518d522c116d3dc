import { newId } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { jobsReplay, outboxReplay } from './jobs.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';

describe('Work that was parked, at the command line', () => {
  let running: TestApplication;
  let db: Database;
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    db = running.app.get(Database);
    await db.rows(
      `INSERT INTO shared.job (id, kind, payload, due_at, parked_at)
       SELECT gen_random_uuid(), 'testing/' || n, '{}', now(), now() FROM generate_series(1, 3) AS n`,
    );
    await db.rows(
      `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at, parked_at)
       VALUES ($1, 'testing.happened.v1', 'key', '{}', now(), now(), now())`,
      [newId()],
    );
  });
  afterAll(() => running.close());

  const run = async (command: typeof jobsReplay, options: Record<string, string>) => {
    const lines: string[] = [];
    const application = () => Promise.resolve(running.app);
    await command.run({ application, options, print: (line = '') => lines.push(line) } as never);
    return lines;
  };
  const noted = () => db.rows("SELECT kind, details FROM shared.audit_entry WHERE kind LIKE 'system.%' ORDER BY at");

  it('is put back to work, and the audit log tells of it', async () => {
    expect(await run(jobsReplay, { kind: 'testing/1' })).toEqual(['1 parked jobs will be done again.']);
    expect(await run(jobsReplay, {})).toEqual(['2 parked jobs will be done again.']);
    expect(await run(outboxReplay, { type: 'testing.happened.v1' })).toEqual([
      '1 parked events will be delivered again.',
    ]);
    expect(await noted()).toEqual([
      { kind: 'system.job-replayed', details: { id: null, kind: 'testing/1', jobs: 1 } },
      { kind: 'system.job-replayed', details: { id: null, kind: null, jobs: 2 } },
      { kind: 'system.event-replayed', details: { id: null, type: 'testing.happened.v1', events: 1 } },
    ]);
  });

  it('leaves no entry in the audit log when there is none', async () => {
    const before = await noted();
    expect(await run(jobsReplay, { kind: 'testing/none' })).toEqual(['0 parked jobs will be done again.']);
    expect(await run(outboxReplay, {})).toEqual(['0 parked events will be delivered again.']);
    expect(await noted()).toEqual(before);
  });
});
