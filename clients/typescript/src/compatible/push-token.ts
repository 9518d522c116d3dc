import type { Device } from '../types.js';

/** The app tells its push token at any time; it is sent when there is a device that it belongs to. */
export class PushToken {
  #token: string | undefined;
  #sent: string | undefined;

  get value(): string | undefined {
    return this.#token;
  }

  keep(token: string): void {
    this.#token = token;
    this.#sent = undefined;
  }

  /** What could not be sent is sent again by the next call. */
  async send(device: Device): Promise<void> {
    const token = this.#token;
    const current = token === undefined ? null : await device.current();
    if (token === undefined || !current) return;
    const sent = `${current.deviceId} ${token}`;
    if (this.#sent === sent) return;
    this.#sent = sent;
    await device.setPushToken(token).catch(() => {
      if (this.#sent === sent) this.#sent = undefined; // it is in the log
    });
  }
}
