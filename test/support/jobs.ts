import type { INestApplicationContext } from '@nestjs/common';
import { JobHandlers, type JobRun } from '../../src/shared/jobs/job.js';
import type { JsonObject } from '../../src/shared/kernel/index.js';

/** Does one job of this kind at once, as its worker would, without the queue: what it throws, the test sees. */
export async function performJob(
  app: INestApplicationContext,
  kind: string,
  payload: JsonObject = {},
  run: Partial<JobRun> = {},
): Promise<void> {
  const found = app.get(JobHandlers, { strict: false }).find();
  const handler = found.find(({ declared }) => declared.kind === kind)?.handler;
  if (!handler) throw new Error(`No handler for jobs of kind ${kind}`);
  await handler.perform(payload, { id: 'test', attempt: 1, signal: new AbortController().signal, ...run });
}
