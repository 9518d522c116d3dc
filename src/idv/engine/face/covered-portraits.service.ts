import { Injectable } from '@nestjs/common';
import { judged, type PictureSignal, portraitEdges, signalOf } from '@countersign/identity-engine';
import { FaceEngine } from './face-engine.service.js';
import { Portraits, type Portrait } from './portraits.service.js';

/**
 * Maximum distance between the portrait and its second, smaller copy on a document. The unit is the distance at which
 * two faces count as different people. The limit exceeds 1 because the copy is pale, patterned and only about 30 pixels
 * wide. All genuine specimens that were measured are below the limit.
 */
const MOST_DISTANCE = 1.15;
const NOT_ALIKE = 0.6;
const ALIKE = 0.8;
/**
 * If the edges around a portrait are stronger than this, the portrait may have been pasted on. In all genuine specimens
 * that were measured, they are weaker.
 */
const EDGES_LIMIT = 0.45;

/** Looks for signs that another portrait was placed over the portrait of a document. */
@Injectable()
export class CoveredPortraits {
  constructor(
    private readonly engine: FaceEngine,
    private readonly portraits: Portraits,
  ) {}

  async signalsOf(portrait: Portrait, back: Buffer | undefined, signal: AbortSignal): Promise<PictureSignal[]> {
    const [distance, edges] = await Promise.all([
      this.#distance(portrait, back, signal),
      portraitEdges(portrait.page, portrait.box),
    ]);
    const limit = MOST_DISTANCE * this.engine.model.distanceAt(NOT_ALIKE);
    const found = [
      ...(distance === undefined ? [] : [signalOf('second_portrait', distance, limit)]),
      signalOf('portrait_edges', edges, EDGES_LIMIT),
    ];
    return found.filter(({ strength }) => strength > 0).map((one) => ({ side: 'front', ...one }));
  }

  /**
   * Whether an earlier picture of the document shows the same face as the portrait. If not, the two pictures are of
   * different documents.
   */
  async isAlsoOn(earlier: Buffer, { jpeg }: Portrait, signal: AbortSignal): Promise<boolean> {
    const there = await this.portraits.of(earlier, signal);
    if (!there) return false;
    const [one, other] = await Promise.all([jpeg, there.jpeg].map((picture) => this.#described(picture, signal)));
    return one !== undefined && other !== undefined && this.engine.model.likenessOf(one, other) >= ALIKE;
  }

  /**
   * Returns the distance between the portrait and that face on the document which is most similar to it. Other faces
   * are ignored, because they may be part of the printed background.
   */
  async #distance(
    { jpeg, others }: Portrait,
    back: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const onBack = back && (await this.portraits.largestIn(back, signal));
    const small = onBack ? [...others, onBack] : others;
    if (small.length === 0) return undefined;
    const [large, ...seconds] = await Promise.all([jpeg, ...small].map((picture) => this.#described(picture, signal)));
    const distances = seconds.flatMap((one) => (large && one ? [this.engine.model.distanceOf(large, one)] : []));
    return distances.length > 0 ? Math.min(...distances) : undefined;
  }

  async #described(picture: Buffer, signal: AbortSignal): Promise<readonly number[] | undefined> {
    const face = judged(await this.engine.find(picture, 'half', signal), 'portrait');
    return typeof face === 'string' ? undefined : face.descriptor;
  }
}
