/** The addresses of a person. An adapter uses those that it can. */
export interface Addresses {
  readonly email: string | null;
  readonly mobile: string | null;
}

export interface Message {
  readonly to: Addresses;
  /** Purpose, `<context>/<word>`: for filters and logs, never for the receiver. */
  readonly purpose: string;
  /** The enterprise that the person is a user of. */
  readonly enterpriseId?: string;
  /** BCP 47. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code that the text has, for channels with few characters. */
  readonly code?: string;
}

/** The receiver's side has refused this address for good: trying again would only harm our name there. */
export class Undeliverable extends Error {}

/** Brings messages to people. Its errors never tell an address or a text: they are logged and stored. */
export abstract class MessageSender {
  /** `enterpriseId`: whose user the person is. */
  abstract canReach(addresses: Addresses, enterpriseId?: string): Promise<boolean>;

  /** The mail address that the receiver of a message is sure to read. */
  mailedTo({ email }: Addresses, _enterpriseId?: string): Promise<string | null> {
    return Promise.resolve(email);
  }

  /** Resolves once somebody else is responsible for the message, or it is stored. */
  abstract send(message: Message): Promise<void>;
}

/** The token of the sender of the settings, for users whose enterprise has no channel of its own. */
export const COMMON_SENDER = Symbol('COMMON_SENDER');

export interface KeptMessage extends Message {
  readonly id: string;
  readonly at: string;
}

/** Keeps messages instead of sending them, where a developer reads them. */
export abstract class Mailbox extends MessageSender {
  abstract readonly folder: string;

  /** Newest first. */
  abstract list(): Promise<KeptMessage[]>;

  abstract find(id: string): Promise<KeptMessage | undefined>;
}
