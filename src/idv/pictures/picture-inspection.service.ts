import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import sharp from 'sharp';
import { type FileFindings, fileSignals } from '@countersign/identity-engine';
import { ConcurrencyLimiter } from '../../shared/workers/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { currentQueueKey } from '../../shared/kernel/index.js';
import { costOf, LEAST_COST, MOST_PIXELS, sizeFault, structureOf } from './picture.js';
import type { PictureFault, PictureStructure, PictureType } from './picture.js';

export interface InspectedPicture {
  /** The decoded and re-encoded picture: upright, sRGB, without metadata. */
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /**
   * The signs of manipulation in an uploaded file. The promise never rejects: if the server is too busy to search the
   * file, there are none.
   */
  readonly file: Promise<FileFindings>;
}

interface InspectionOptions {
  /** The type that the file must have. If absent, JPEG and PNG are accepted. */
  readonly type?: PictureType | undefined;
  /** Whether the user uploaded an unmodified file. Only such files are searched for signs of manipulation. */
  readonly isFile?: boolean;
  /** Minimum width and height in pixels. The default suits pictures whose text is read. */
  readonly smallestSide?: number;
  /** Called before the picture is decoded. `cost` is the work of decoding it. May throw to refuse the picture. */
  readonly onCost?: (cost: number) => Promise<void>;
}

export interface RefusedPicture {
  readonly refused: PictureFault;
}

/**
 * Maximum number of pictures that are decoded at the same time. Each decoder blocks one of the four libuv threads,
 * which password hashing and the file system use too. A decoder needs about 30 MB, or up to 400 MB for malicious
 * pictures. One core stays free for the event loop.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * Limits of the queue for decoding pictures. Waiting pictures are held in memory, and count towards the memory budget
 * for uploads. A single enterprise may use at most half of the queue.
 */
const LIMITS = { maxRunning: AT_ONCE, maxWaiting: 80, maxWaitMs: 10_000, onePerSession: true };
/**
 * Limits of the queue for the search for signs of manipulation. A search takes a third of a second of CPU time per
 * file. The queue is short because waiting pictures are held in memory.
 */
const ADVICE_LIMITS = { maxRunning: 1, maxWaiting: 6, maxWaitMs: 2_000 };
const TIME_LIMIT_SECONDS = 20;
const JPEG_QUALITY = 92;
/**
 * Maximum width and height of a stored picture. Larger ones are scaled down: more pixels reveal nothing more about a
 * document, and cost memory and time in every later step.
 */
const LONGEST_KEPT = 3_200;

sharp.cache(false);
sharp.concurrency(1);
// Only the JPEG and PNG decoders may read a file, whatever type it claims to have.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

/**
 * Checks that the bytes of a file are a plain picture, and encodes the picture again as a plain JPEG. The file itself
 * is not stored, so any other data that was hidden in it is lost. Fails with 503 if too many pictures are waiting.
 */
@Injectable()
export class PictureInspection {
  readonly #limiter: ConcurrencyLimiter;
  readonly #advice = new ConcurrencyLimiter(ADVICE_LIMITS);
  readonly #inspected: Counter;

  constructor(registry: MetricsRegistry) {
    const outcome = new Counter({
      name: 'countersign_idv_pictures_total',
      help: 'Inspected pictures by outcome: accepted, busy (turned away with 503), or the fault that was found.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    const limiter = new ConcurrencyLimiter({ ...LIMITS, onRefused: () => outcome.inc({ outcome: 'busy' }) });
    new Gauge({
      name: 'countersign_idv_pictures_waiting',
      help: 'Pictures that wait for their inspection.',
      registers: [registry],
      collect() {
        this.set(limiter.waiting);
      },
    });
    [this.#limiter, this.#inspected] = [limiter, outcome];
  }

  async inspect(
    picture: Buffer | AsyncIterable<Uint8Array>,
    { type, isFile = false, smallestSide, onCost }: InspectionOptions = {},
  ): Promise<InspectedPicture | RefusedPicture> {
    const bytes = Buffer.isBuffer(picture) ? picture : await buffer(picture);
    const structure = judgedStructure(bytes, type, smallestSide);
    const cost = typeof structure === 'string' ? LEAST_COST : costOf(structure);
    await onCost?.(cost);
    const found =
      typeof structure === 'string'
        ? structure
        : await this.#limiter.run(() => normalised(bytes), { queueKey: currentQueueKey(), cost });
    const result = typeof found === 'string' ? { refused: found } : { ...found, file: this.#findingsIn(bytes, isFile) };
    this.#inspected.inc({ outcome: 'refused' in result ? result.refused : 'accepted' });
    return result;
  }

  /**
   * Searches an uploaded file for signs of manipulation. `inspect` does not wait for the result, so that the document
   * can be read at the same time.
   */
  async #findingsIn(bytes: Buffer, isFile: boolean): Promise<FileFindings> {
    const nothing = { signals: [] };
    return isFile ? this.#advice.run(() => fileSignals(bytes)).catch(() => nothing) : nothing;
  }
}

function judgedStructure(bytes: Buffer, type?: PictureType, smallestSide?: number): PictureStructure | PictureFault {
  const structure = structureOf(bytes);
  if (typeof structure === 'string') return structure;
  return type !== undefined && structure.type !== type
    ? 'wrong_type'
    : (sizeFault(structure, smallestSide) ?? structure);
}

async function normalised(bytes: Buffer): Promise<Omit<InspectedPicture, 'file'> | PictureFault> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: LONGEST_KEPT, height: LONGEST_KEPT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (error) {
    return /timeout/i.test(String(error)) ? 'too_complex' : 'damaged';
  }
}
