import { answerOf, encoded, OK, type Answer, type Command } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import type { SecureMessaging } from '../messaging/secure-messaging.js';

/** The antenna of a phone: sends an APDU to the chip and returns its answer. */
export interface ChipPort {
  transceive(apdu: Uint8Array): Promise<Uint8Array>;
}

/** A chip on the antenna, and from some moment on secure messaging with it. */
export class ChipSession {
  messaging: SecureMessaging | undefined;

  constructor(
    private readonly port: ChipPort,
    readonly random: (length: number) => Uint8Array = randomBytes,
  ) {}

  /** A command that is protected already. */
  transceive(apdu: Uint8Array): Promise<Uint8Array> {
    return this.port.transceive(apdu);
  }

  async send(command: Command): Promise<Answer> {
    const { messaging } = this;
    if (!messaging) return answerOf(await this.port.transceive(encoded(command)));
    return messaging.open(await this.port.transceive(messaging.protect(command)));
  }

  /** The data of a good answer; any other is an error with this text. */
  async ask(command: Command, otherwise: string): Promise<Uint8Array> {
    const { data, status } = await this.send(command);
    if (status !== OK) throw new ChipError(otherwise, status);
    return data;
  }
}

const randomBytes = (length: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(length));
