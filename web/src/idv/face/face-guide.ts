import { moveShown, neutralOf } from '@countersign/face-geometry';
import type { Movement } from '../challenge.js';
import type { Area } from '../grey.js';
import { FaceFinder } from './face-finder.js';
import { placed, type Placing } from './placing.js';
import type { Picture } from './sampling.js';
import type { FaceInSight } from './seeker.js';

/**
 * The longest time to wait until the worker and its neural networks are loaded. On a slower connection, the page
 * continues without this guide.
 */
const READY_WITHIN_MS = 6_000;
/** How many measurements of the resting face are stored. */
const MOST_STRAIGHT = 30;

/** Guides the user by what the camera shows of the face. The server judges independently. */
export class FaceGuide {
  readonly #finder = new FaceFinder((face) => this.#onSeen(face));
  #oval: Area | undefined;
  #placing: Placing | undefined;
  #asked: Movement | undefined;
  #straight: FaceInSight[] = [];
  #onShown: (() => void) | undefined;

  ready(): Promise<unknown> {
    return Promise.race([this.#finder.ready, new Promise((resolve) => setTimeout(resolve, READY_WITHIN_MS))]);
  }

  begin(): void {
    this.#placing = undefined;
    this.#asked = undefined;
    this.#straight = [];
  }

  /** Where the face is. `undefined` if the face finder does not run, or has no result yet. */
  get placing(): Placing | undefined {
    return this.#finder.isLost ? undefined : this.#placing;
  }

  look(picture: Picture, oval: Area): void {
    this.#oval = oval;
    this.#finder.look(picture);
  }

  ask(movement: Movement): void {
    this.#asked = movement;
  }

  /** Whether the requested movement is seen within `withinMs`. Returns false at once if it cannot be recognised. */
  shown(withinMs: number): Promise<boolean> {
    if (this.#finder.isLost || this.#straight.length === 0 || this.#asked === 'smile') return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#onShown = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #onSeen(face: FaceInSight | undefined): void {
    this.#placing = this.#oval && placed(face?.box, this.#oval);
    if (!face) return;
    if (this.#asked === 'look_straight' && this.#straight.length < MOST_STRAIGHT) this.#straight.push(face);
    if (moveShown(face, neutralOf(this.#straight)) !== this.#asked) return;
    this.#onShown?.();
    this.#onShown = undefined;
  }
}
