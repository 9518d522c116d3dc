import { first } from '../dom.js';
import { openCurrentStep, send, SESSION } from './sending.js';

const WARN_BEFORE_MS = 120_000;
const LOOK_EVERY_MS = 2_000;

/** Warns the user before an idle session expires. Any key, or the button, extends the session. */
export class IdleWarning {
  readonly #dialog: HTMLDialogElement;
  #endsAt = 0;

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog;
    this.#endsIn(Number(dialog.dataset['seconds']));
    first(HTMLButtonElement, 'button', dialog)?.addEventListener('click', () => void this.#extend());
    dialog.addEventListener('keydown', () => void this.#extend());
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  #look(): void {
    const left = this.#endsAt - Date.now();
    if (left <= 0) {
      openCurrentStep();
      return;
    }
    if (left > WARN_BEFORE_MS || this.#dialog.open) return;
    this.#dialog.showModal();
    first(HTMLButtonElement, 'button', this.#dialog)?.focus();
  }

  async #extend(): Promise<void> {
    if (!this.#dialog.open) return;
    this.#dialog.close();
    const sent = await send({ url: `${SESSION}/extend`, csrf: this.#dialog.dataset['csrf'] ?? '' });
    if (sent.outcome === 'accepted') {
      this.#endsIn(secondsIn(sent.body));
      return;
    }
    if (sent.outcome === 'elsewhere') openCurrentStep();
  }

  #endsIn(seconds: number): void {
    this.#endsAt = Date.now() + seconds * 1_000;
  }
}

function secondsIn(body: unknown): number {
  const { secondsLeft } = Object(body) as { readonly secondsLeft?: unknown };
  return typeof secondsLeft === 'number' ? secondsLeft : 0;
}
