import { answerOf, encoded, OK, type Answer, type Command } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import type { SecureMessaging } from '../messaging/secure-messaging.js';

/** The connection to a chip by NFC: sends an APDU and returns the chip's answer. */
export interface ChipPort {
  transceive(apdu: Uint8Array): Promise<Uint8Array>;
}

/** A connection to a chip. Commands are encrypted once `messaging` is set. */
export class ChipSession {
  messaging: SecureMessaging | undefined;

  constructor(
    private readonly port: ChipPort,
    readonly random: (length: number) => Uint8Array = randomBytes,
  ) {}

  /** Sends a command that is already encrypted. */
  transceive(apdu: Uint8Array): Promise<Uint8Array> {
    return this.port.transceive(apdu);
  }

  async send(command: Command): Promise<Answer> {
    const { messaging } = this;
    if (!messaging) return answerOf(await this.port.transceive(encoded(command)));
    return messaging.open(await this.port.transceive(messaging.protect(command)));
  }

  /** Returns the data of a successful answer. Otherwise throws a ChipError with the text `otherwise`. */
  async ask(command: Command, otherwise: string): Promise<Uint8Array> {
    const { data, status } = await this.send(command);
    if (status !== OK) throw new ChipError(otherwise, status);
    return data;
  }
}

const randomBytes = (length: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(length));
