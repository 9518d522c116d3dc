import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { kill, startWorkerProcess } from '../../integration/support/held-work.js';
import { until } from '../../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { answering } from '../../support/webhook-receiver.js';
import { quickly, WebhookScene } from '../../support/webhooks.js';

const SCRIPT = fileURLToPath(new URL('./worker-process.mjs', import.meta.url));

describe('Webhooks: processes', () => {
  let asking: WebhookScene;
  let workers: TestApplication[];

  const startProcess = (): Promise<ChildProcess> => startWorkerProcess(SCRIPT, 'working', asking.running);
  const startWorker = async () => {
    const env = { SURFACES: 'worker', DATABASE_POOL: '6' };
    workers.push(await startTestApplication({ database: asking.running.database, env, providers: [quickly] }));
  };

  beforeAll(async () => {
    asking = await WebhookScene.open({ env: { SURFACES: 'management' }, providers: [quickly] });
  });
  beforeEach(() => {
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await asking.clear();
  });
  afterAll(() => asking.close());

  describe('A process that is killed after its call and before it has noted the answer', () => {
    it('leaves a delivery that another one makes again, with the same id', async () => {
      const { receiver, endpoint } = await asking.listening();
      receiver.answer = () => undefined;
      const child = await startProcess();
      await asking.emit();
      await receiver.received(1);
      await kill(child);
      receiver.answer = answering(204);
      await startWorker();
      expect(receiver.got).toHaveLength(1); // its lease still holds
      await asking.db.rows('UPDATE shared.job SET due_at = now() WHERE lane = $1', [endpoint.endpointId]);
      await until(async () => (await asking.statuses(endpoint))[0] === 'delivered');
      const [first, second] = receiver.got;
      expect(receiver.got).toHaveLength(2);
      expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    });
  });

  describe('Two processes that deliver at once', () => {
    it('send nothing twice', async () => {
      const { receiver, endpoint } = await asking.listening();
      await startWorker();
      await startWorker();
      await asking.emitMany(300);
      await receiver.received(300);
      await until(async () => (await asking.underWay(endpoint)) === 0);
      expect(receiver.got).toHaveLength(300);
      expect(new Set(receiver.ids).size).toBe(300);
    });
  });
});
