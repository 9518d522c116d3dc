import { readReadingMs } from '../../../config.js';
import { CalledWrongly, defineCommand } from '../../../shared/operations/command.js';
import { WorkerPool } from '../../../shared/workers/worker-pool.js';
import type { PageReading } from '../page-reading.js';
import type { PageJob } from '../page.worker.js';
import { NoFile, NoPicture, onPicture } from './picture-file.js';

const UNREADABLE = { outcome: 'retake', reasons: ['document_unreadable'], document: null, confidence: 0 } as const;

export const idvRead = defineCommand({
  name: 'idv read',
  takes: '<file>…',
  summary:
    'Reads documents in pictures (JPEG, PNG, WebP) with the built-in engine. Prints a line of JSON for each. Needs no database.',
  run: async ({ given, print }) => {
    if (given.length === 0) throw new CalledWrongly('Name at least one picture.');
    const zoneMs = readReadingMs(process.env);
    const reader = openReader();
    let missing = 0;
    try {
      for (const file of given) {
        const answer = await answerTo(file, (picture) => reader.run({ picture, zoneMs }));
        if (answer) print(JSON.stringify({ file, ...answer }));
        else missing++;
      }
    } finally {
      await reader.close();
    }
    return missing === 0 ? 0 : 1;
  },
});

type Answer = PageReading & { readonly ms: number };

const openReader = (): WorkerPool<PageJob, Answer> =>
  new WorkerPool({
    name: 'idv read',
    module: new URL('../page.worker.js', import.meta.url),
    maxThreads: 1,
    maxQueue: 1,
    maxWaitMs: 60_000,
    timeoutMs: 30_000,
    idleMs: 60_000,
    maxMemoryMb: 384,
  });

/** Undefined where there is no such file. */
async function answerTo(file: string, read: (picture: Buffer) => Promise<Answer>): Promise<Answer | undefined> {
  const began = performance.now();
  try {
    const { outcome, reasons, document, confidence, ms } = await onPicture(file, read);
    return { outcome, reasons, document, confidence, ms };
  } catch (error) {
    if (!(error instanceof NoFile) && !(error instanceof NoPicture)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof NoPicture ? { ...UNREADABLE, ms: Math.round(performance.now() - began) } : undefined;
  }
}
