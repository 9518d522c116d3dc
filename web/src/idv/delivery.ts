import type { Scenes } from './scenes.js';
import { goOn, send, type Sent, type ToSend } from './sending.js';

/** How often a busy server is asked again by itself. */
const BUSY_TRIES = 4;

/** What delivering may have to say. */
export type DeliveryWord = 'sending' | 'checking' | 'offline' | 'busy' | 'failed';

export type Delivered = Exclude<Sent, { outcome: 'offline' | 'busy' }>;

interface Part {
  readonly done: number;
  readonly of: number;
}

/**
 * Sends what must not be lost: through a network that goes away, and to a server that is busy. The caller keeps what is
 * sent, and the user may try again at any time.
 */
export class Delivery {
  readonly #bar: HTMLProgressElement;

  constructor(private readonly scenes: Scenes<string, DeliveryWord>) {
    this.#bar = scenes.element(HTMLProgressElement, 'progress');
  }

  /** Undefined where it has not arrived; the user has been told why. `part`: one of several that belong together. */
  async deliver(toSend: ToSend, part: Part = { done: 0, of: 1 }): Promise<Delivered | undefined> {
    const note = (share: number) => this.#note((part.done + share) / part.of);
    for (let tries = 0; ; tries++) {
      note(0);
      const sent = await send({ ...toSend, onProgress: note });
      if (sent.outcome === 'elsewhere') goOn();
      if (sent.outcome === 'offline') {
        this.#giveUp('offline');
        return;
      }
      if (sent.outcome !== 'busy') return sent;
      if (tries === BUSY_TRIES) {
        this.#giveUp('failed');
        return;
      }
      this.scenes.say(this.scenes.word('busy'));
      await new Promise((resolve) => setTimeout(resolve, sent.retryAfter * 1_000));
    }
  }

  #giveUp(word: DeliveryWord): undefined {
    this.scenes.trouble(this.scenes.word(word));
    return undefined;
  }

  #note(share: number): void {
    if (share < 1) this.#bar.value = share;
    else this.#bar.removeAttribute('value');
    const text = this.scenes.word(share < 1 ? 'sending' : 'checking');
    this.scenes.element(HTMLElement, '[data-progress]').textContent = text;
    this.scenes.say(text);
  }
}

/** Tries again by itself when the network is back, once. */
export function whenOnline(act: () => void): void {
  addEventListener('online', act, { once: true });
}
