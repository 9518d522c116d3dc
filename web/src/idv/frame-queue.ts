import { colourIn, type Challenge, type Colour } from './challenge.js';
import type { Delivered, Delivery } from './delivery.js';
import { send, type Sent, type ToSend } from './sending.js';

export interface Frame {
  readonly number: number;
  readonly picture: Blob;
}

/**
 * Sends the frames of a film in order while more are taken. Each frame names a hash over all earlier frames, so that
 * none can be left out, inserted or replaced later.
 */
export class FrameQueue {
  readonly frames: Frame[] = [];
  /** The colour with which the screen must light the face next, as the server demands. */
  colour: Colour | undefined;
  /** Whether all demanded colours have been shown. */
  isLit = false;
  /** Whether the server accepts no more frames. */
  isRefused = false;
  #link: string;
  #sent = 0;
  #sending: Promise<void> | undefined;

  constructor(
    readonly challenge: Challenge,
    private readonly delivery: Delivery,
    private readonly to: (route: string) => Pick<ToSend, 'url' | 'csrf'>,
  ) {
    this.#link = challenge.nonce;
  }

  get isAllSent(): boolean {
    return this.#sent === this.frames.length;
  }

  /** Sends the frame in the background. If that fails, no message is shown, and `flush` sends the frame again. */
  add(frame: Frame): void {
    this.frames.push(frame);
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  async #send(): Promise<void> {
    for (let frame = this.frames[this.#sent]; frame; frame = this.frames[this.#sent]) {
      if (!(await this.#note(frame, await send(this.#toSend(frame))))) return;
    }
  }

  /** Resolves with `accepted` when all frames have arrived. With any other outcome, a message has told the user why. */
  async flush(): Promise<Outcome> {
    await this.#sending;
    for (let frame = this.frames[this.#sent]; frame; frame = this.frames[this.#sent]) {
      const sent = await this.delivery.deliver(this.#toSend(frame), this.#part);
      if (!sent || !(await this.#note(frame, sent))) return sent?.outcome;
    }
    return 'accepted';
  }

  /** Reports that all movements were filmed, and stores the first colour that the server asks for. */
  async askForLight(): Promise<Outcome> {
    const asking = { ...this.to('light'), ...this.#place };
    // Shows no progress message on the first try, because the page has just asked the user to hold still.
    const first = await send(asking);
    const sent = first.outcome === 'accepted' ? first : await this.delivery.deliver(asking, this.#part);
    if (sent?.outcome === 'accepted') this.colour = colourIn(sent.body);
    return sent?.outcome;
  }

  finish(): Promise<Delivered | undefined> {
    return this.delivery.deliver({ ...this.to('selfie'), ...this.#place }, this.#part);
  }

  async #note({ picture }: Frame, sent: Sent): Promise<boolean> {
    this.isRefused = sent.outcome === 'elsewhere' || sent.outcome === 'refused';
    if (sent.outcome !== 'accepted') return false;
    this.#link = await nextLink(this.#link, picture);
    this.#sent++;
    this.colour = colourIn(sent.body);
    return true;
  }

  get #place() {
    return { nonce: this.challenge.nonce, link: this.#link };
  }

  get #part() {
    return { done: this.#sent, of: this.frames.length + 1 };
  }

  #toSend({ number, picture }: Frame): ToSend {
    return { ...this.to(`frames/${number}`), ...this.#place, body: picture };
  }
}

export type Outcome = Delivered['outcome'] | undefined;

/**
 * Computes the next link of the hash chain over the frames, from the previous link and the next frame. The server
 * computes the same.
 */
export async function nextLink(link: string, picture: Blob): Promise<string> {
  const bytes = await new Blob([link, picture]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
