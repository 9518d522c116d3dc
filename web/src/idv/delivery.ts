import type { Scenes } from './scenes.js';
import { LARGE_BYTES, openCurrentStep, send, type Sent, sizeSent, type ToSend } from './sending.js';

/** After this time the page says that sending takes longer than usual. */
const SLOW_MS = 10_000;
/** A busy server is asked again automatically for this long, with the same picture. */
const PATIENCE_MS = 300_000;

/** The names of the texts that the page shows about the sending of pictures. */
export type DeliveryWord = 'sending' | 'sentSize' | 'checking' | 'offline' | 'slow' | 'unfinished';

export type Delivered = Exclude<Sent, { outcome: 'offline' | 'busy' }>;

interface Part {
  readonly done: number;
  readonly of: number;
}

/**
 * Sends pictures that must not be lost, despite a lost network or a busy server. The caller keeps the picture, and the
 * user may retry at any time.
 */
export class Delivery {
  readonly #bar: HTMLProgressElement;
  #isSlow = false;

  constructor(private readonly scenes: Scenes<string, DeliveryWord>) {
    this.#bar = scenes.element(HTMLProgressElement, 'progress');
  }

  /**
   * Returns `undefined` if the picture has not arrived. The user has then been told why. `part` is for several
   * pictures: how many are done, and of how many.
   */
  async deliver(toSend: ToSend, part: Part = { done: 0, of: 1 }): Promise<Delivered | undefined> {
    this.#isSlow = false;
    const slow = setTimeout(() => this.#beSlow(), SLOW_MS);
    try {
      const size = toSend.body instanceof Blob ? toSend.body.size : 0;
      const onProgress = (share: number) => this.#note((part.done + share) / part.of, part.of === 1 ? size : 0);
      return await this.#deliver({ ...toSend, onProgress });
    } finally {
      clearTimeout(slow);
    }
  }

  async #deliver(toSend: ToSend): Promise<Delivered | undefined> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      toSend.onProgress?.(0);
      const sent = await send(toSend);
      if (sent.outcome === 'elsewhere') openCurrentStep();
      if (sent.outcome !== 'offline' && sent.outcome !== 'busy') return sent;
      if (sent.outcome === 'offline' || performance.now() > end) {
        this.#giveUp(sent.outcome === 'offline' ? 'offline' : 'unfinished');
        return undefined;
      }
      this.#beSlow();
      await new Promise((resolve) => setTimeout(resolve, sent.retryAfter * 1_000));
    }
  }

  #giveUp(word: DeliveryWord): void {
    this.#show('');
    this.scenes.trouble(this.scenes.word(word));
  }

  #beSlow(): void {
    this.#isSlow = true;
    this.#note(1);
  }

  #note(share: number, size = 0): void {
    if (share < 1) this.#bar.value = share;
    else this.#bar.removeAttribute('value');
    const text = this.scenes.word(this.#isSlow ? 'slow' : share < 1 ? 'sending' : 'checking');
    const isToldSize = !this.#isSlow && share < 1 && size >= LARGE_BYTES;
    // The size is shown but not announced, because a screen reader would read every change of it.
    this.#show(isToldSize ? `${text} ${sizeSent(this.scenes.word('sentSize'), share, size)}` : text);
    this.scenes.say(text);
  }

  #show(text: string): void {
    this.scenes.element(HTMLElement, '[data-progress]').textContent = text;
  }
}

/** Retries once when the network is back, if the user is still on the scene that offers the unsent picture. */
export function whenOnline(scenes: Scenes<string, string>, act: () => void): void {
  addEventListener('online', () => scenes.shown === 'unsent' && act(), { once: true });
}
