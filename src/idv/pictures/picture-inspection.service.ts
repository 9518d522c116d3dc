import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import sharp from 'sharp';
import { type FileFindings, fileSignals } from '@countersign/identity-engine';
import { ConcurrencyLimiter } from '../../shared/workers/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { currentTurn } from '../../shared/kernel/index.js';
import { costOf, LEAST_COST, MOST_PIXELS, sizeFault, structureOf } from './picture.js';
import type { PictureFault, PictureStructure, PictureType } from './picture.js';

export interface InspectedPicture {
  /** Decoded and encoded anew: upright, sRGB, without metadata. */
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** Findings in a file that was sent as it is. They never fail: a finding that nobody had time for is left out. */
  readonly file: Promise<FileFindings>;
}

interface InspectionOptions {
  /** The file must be of that type. */
  readonly type?: PictureType | undefined;
  /** The user's own file, which nothing has encoded anew yet. */
  readonly isFile?: boolean;
  /** Pixels; without it, those of a picture in which text is read. */
  readonly smallestSide?: number;
  /** Called with the cost of the picture before it is decoded. It may refuse the picture by an error. */
  readonly onCost?: (cost: number) => Promise<void>;
}

export interface RefusedPicture {
  readonly refused: PictureFault;
}

/**
 * A decoder takes a thread of the four that hashing and the file system use too. It takes some 30 MB, and up to 400 MB for
 * the largest that are made to take as much as possible. One core is left to the event loop.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * Waiting pictures are in memory. They count against the budget of uploads, of which their requests hold a part. One
 * enterprise has half of the places to wait.
 */
const LIMITS = { maxRunning: AT_ONCE, maxWaiting: 80, maxWaitMs: 10_000, onePerSession: true };
/** A third of a second for each, in addition to the reading of the document. Waiting pictures are in memory. */
const ADVICE_LIMITS = { maxRunning: 1, maxWaiting: 6, maxWaitMs: 2_000 };
const TIME_LIMIT_SECONDS = 20;
const JPEG_QUALITY = 92;
/** More pixels show no more about a document. They would cost memory and time in every step after this one. */
const LONGEST_KEPT = 3_200;

sharp.cache(false);
sharp.concurrency(1);
// Whatever a file claims to be, nothing but these two decoders reads it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

/**
 * Decides whether bytes are a plain picture, and makes a plain JPEG of them. Nothing of the given file is kept: what is
 * hidden in it, beside or between its pixels, ends here. Fails with 503 when too many are waiting.
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
        : await this.#limiter.run(() => normalised(bytes), { turn: currentTurn(), cost });
    const result = typeof found === 'string' ? { refused: found } : { ...found, file: this.#findingsIn(bytes, isFile) };
    this.#inspected.inc({ outcome: 'refused' in result ? result.refused : 'accepted' });
    return result;
  }

  /** The picture is read meanwhile, so nobody waits for these findings. */
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
