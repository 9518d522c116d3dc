import type { Device } from '../types.js';

/** Stores the push token, which the app may set at any time, until a registered device exists to send it for. */
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

  /** Sends the token unless this device has it already. A failed token is sent again by the next call. */
  async send(device: Device): Promise<void> {
    const token = this.#token;
    const current = token === undefined ? null : await device.current();
    if (token === undefined || !current) return;
    const sent = `${current.deviceId} ${token}`;
    if (this.#sent === sent) return;
    this.#sent = sent;
    await device.setPushToken(token).catch(() => {
      if (this.#sent === sent) this.#sent = undefined; // marks the token as not sent; the failure is already logged
    });
  }
}
