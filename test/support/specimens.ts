import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { LicenceFields } from '@countersign/identity-engine/documents';
import type { Condition, Drawing, NumberedLicenceDrawing, SpecimenData } from '@countersign/identity-engine/specimens';
import { WorkerPool } from '../../src/shared/workers/index.js';

interface Job {
  readonly specimen?: SpecimenData;
  readonly drawing?: Drawing;
  /** The back of a driving licence. */
  readonly licence?: LicenceFields;
  readonly condition?: Condition;
  /** Instead of a specimen. */
  readonly picture?: Uint8Array;
  /** Without it, nothing is read. */
  readonly budgetMs?: number;
}

interface Result {
  readonly photo: Uint8Array;
  readonly outcome: string;
  readonly format?: string;
  readonly lines?: readonly string[];
  readonly rawLines?: readonly string[];
  readonly ms: number;
}

let pool: WorkerPool<Job, Result> | undefined;

/** Specimens, photographed and read. */
export function specimens(): WorkerPool<Job, Result> {
  pool ??= new WorkerPool({
    name: 'specimens',
    module: pathToFileURL('test/support/specimens.worker.mjs'),
    maxThreads: 1,
    maxQueue: 100,
    maxWaitMs: 60_000,
    mostWorkMs: 60_000,
    idleMs: 1_000,
    maxMemoryMb: 512,
  });
  return pool;
}

afterAll(() => pool?.close());

/** A photograph of a specimen, where the program itself runs: it lets this process read no SVG. */
export const photographOf = (specimen: SpecimenData, drawing: Drawing, condition: Condition): Promise<Buffer> =>
  drawnElsewhere({ specimen, drawing: { ...drawing, portrait: drawing.portrait?.toString('base64') }, condition });

/** Of the front of a European driving licence. */
export const photographOfLicence = (
  { portrait, ...numbered }: NumberedLicenceDrawing,
  condition: Condition,
): Promise<Buffer> => drawnElsewhere({ numbered, drawing: { portrait: portrait?.toString('base64') }, condition });

/** Of what is drawn so. */
export const pictureOf = (svg: string): Promise<Buffer> => drawnElsewhere({ svg });

function drawnElsewhere(asked: object): Promise<Buffer> {
  const child = spawn(process.execPath, ['test/support/draw-specimen.mjs'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(asked));
  return buffer(child.stdout);
}
