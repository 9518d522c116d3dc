import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ChainPlace } from '../../../src/idv/selfies/frame-chain.js';
import { MOST_FRAMES } from '../../../src/idv/selfies/challenge.js';
import type { Asked, SelfieSteps } from '../../../src/idv/selfies/selfie-steps.service.js';
import type { Session } from '../../../src/idv/sessions/session.entity.js';
import type { StepOutcome } from '../../../src/idv/steps/session-steps.service.js';

/** What a link and the frame behind it lead to. */
export const linkAfter = (link: string, frame: Uint8Array): string =>
  createHash('sha256').update(link).update(frame).digest('base64url');

/** The film of a challenge, as the page sends it: each frame names the link that those before it have led to. */
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

  get place(): ChainPlace {
    return { nonce: this.nonce, link: this.#link };
  }

  async frame(bytes: Buffer, number = this.#next): Promise<Asked> {
    const asked = await this.steps.addFrame(await this.session(), number, Readable.from([bytes]), this.place);
    this.#link = linkAfter(this.#link, bytes);
    this.#next = number + 1;
    return asked;
  }

  /** A frame for each colour that the server asks for, once it was shown. Returns the colours. */
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
