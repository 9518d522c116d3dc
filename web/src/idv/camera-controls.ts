import { createElement } from '../dom.js';
import type { Camera } from './camera.js';
import type { Scenes } from './scenes.js';

const CHOICE = 'cs-idv-camera';

/** The camera that was chosen before in this tab. */
export const chosenCamera = (): string | undefined => sessionStorage.getItem(CHOICE) ?? undefined;

/** Buttons for the torch and for choosing a camera, as far as the device has them. */
export class CameraControls {
  readonly #torch: HTMLButtonElement;
  readonly #choice: HTMLSelectElement;

  constructor(
    scenes: Scenes<string, string>,
    private readonly camera: Camera,
    reopen: (deviceId: string) => unknown,
  ) {
    this.#torch = scenes.element(HTMLButtonElement, '[data-torch]');
    this.#choice = scenes.element(HTMLSelectElement, '[data-cameras]');
    this.#torch.addEventListener('click', () => void this.#toggleTorch());
    this.#choice.addEventListener('change', () => {
      sessionStorage.setItem(CHOICE, this.#choice.value);
      void reopen(this.#choice.value);
    });
  }

  async show(): Promise<void> {
    this.#torch.hidden = !this.camera.hasTorch;
    this.#torch.setAttribute('aria-pressed', 'false');
    const cameras = await this.camera.others();
    const row = this.#choice.closest('label');
    if (row) row.hidden = cameras.length < 2;
    this.#choice.replaceChildren(...cameras.map(({ deviceId, label }, index) => option(deviceId, label, index)));
    this.#choice.value = this.camera.deviceId ?? '';
  }

  async #toggleTorch(): Promise<void> {
    const on = this.#torch.getAttribute('aria-pressed') !== 'true';
    try {
      await this.camera.setTorch(on);
      this.#torch.setAttribute('aria-pressed', String(on));
    } catch {
      this.#torch.hidden = true; // hides the button: this camera has no torch, although the browser offered one
    }
  }
}

function option(value: string, label: string, index: number): HTMLOptionElement {
  const choice = createElement('option', { attributes: { value } });
  choice.textContent = label === '' ? `${index + 1}` : label;
  return choice;
}
