import { CalledWrongly, defineCommand } from '../../shared/operations/command.js';
import { WorkerPool } from '../../shared/workers/worker-pool.js';
import type { PageReading } from '../engine/page-reading.js';
import type { PageJob } from '../engine/page.worker.js';
import { NoFile, NoPicture, pictureIn } from './picture-file.js';

/** As the default of IDV_READING_MS: no setting is read, so that it works anywhere. */
const ZONE_MS = 1_200;
const UNREADABLE = { outcome: 'retake', reasons: ['document_unreadable'], document: null, confidence: 0 } as const;

export const idvRead = defineCommand({
  name: 'idv read',
  takes: '<file>…',
  summary:
    'Reads documents in pictures (JPEG, PNG, WebP) with the built-in engine. Prints a line of JSON for each. Needs no database.',
  run: async ({ given, print }) => {
    if (given.length === 0) throw new CalledWrongly('Name at least one picture.');
    const reader = new WorkerPool<PageJob, PageReading & { ms: number }>({
      name: 'idv read',
      module: new URL('../engine/page.worker.js', import.meta.url),
      maxThreads: 1,
      maxQueue: 1,
      maxWaitMs: 60_000,
      timeoutMs: 30_000,
      idleMs: 60_000,
      maxMemoryMb: 384,
    });
    let missing = 0;
    for (const file of given) {
      const began = performance.now();
      try {
        const { outcome, reasons, document, confidence, ms } = await reader.run({
          picture: await pictureIn(file),
          zoneMs: ZONE_MS,
        });
        print(JSON.stringify({ file, outcome, reasons, document, confidence, ms }));
      } catch (error) {
        process.stderr.write(`${complaintOf(error, file)}\n`);
        if (error instanceof NoFile) missing++;
        else print(JSON.stringify({ file, ...UNREADABLE, ms: Math.round(performance.now() - began) }));
      }
    }
    await reader.close();
    return missing === 0 ? 0 : 1;
  },
});

/** Of a decoder that gave up, or a thread that took too long. */
const complaintOf = (error: unknown, file: string): string =>
  error instanceof NoFile || error instanceof NoPicture ? error.message : `${file} cannot be decoded.`;
