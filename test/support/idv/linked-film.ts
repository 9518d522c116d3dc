import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ChainPosition } from '../../../src/idv/selfies/frame-chain.js';
import { MOST_FRAMES } from '../../../src/idv/selfies/challenge.js';
import type { Asked, SelfieSteps } from '../../../src/idv/selfies/selfie-steps.service.js';
import type { Session } from '../../../src/idv/sessions/session.entity.js';
import type { StepOutcome } from '../../../src/idv/steps/session-steps.service.js';

/** The link after a frame: the hash of the previous link and the frame. */
export const linkAfter = (link: string, frame: Uint8Array): string =>
  createHash('sha256').update(link).update(frame).digest('base64url');

/**
 * Sends the film of a challenge like the page does: each frame carries the link that the frames before it have
 * produced.
 */
export class LinkedFilm {
  #link: string;
  #next = 0;

  constructor(
    private readonly steps: SelfieSteps,
    private readonly session: () => Promise<Session>,
    private readonly nonce: string,
  ) {
    this.#link = nonce;
  }

  get place(): ChainPosition {
    return { nonce: this.nonce, link: this.#link };
  }

  async frame(bytes: Buffer, number = this.#next): Promise<Asked> {
    const asked = await this.steps.addFrame(await this.session(), number, Readable.from([bytes]), this.place);
    this.#link = linkAfter(this.#link, bytes);
    this.#next = number + 1;
    return asked;
  }

  /** Sends a frame for each colour that the server asks for, after `show`. Returns the colours. */
  async light(bytes: Buffer, show: () => void = () => undefined): Promise<string[]> {
    const shown: string[] = [];
    let asked = await this.steps.beginLight(await this.session(), this.place);
    while (asked.colour) {
      shown.push(asked.colour);
      show();
      asked = await this.frame(bytes, MOST_FRAMES + shown.length - 1);
    }
    return shown;
  }

  finish = async (): Promise<StepOutcome> => this.steps.finishSelfie(await this.session(), this.place);
}
