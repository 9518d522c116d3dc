/** The addresses of a person. An adapter uses those that it can. */
export interface Addresses {
  readonly email: string | null;
  readonly mobile: string | null;
}

export interface Message {
  readonly to: Addresses;
  /** The purpose as `<context>/<word>`, for logs and for servers that filter messages. The person does not see it. */
  readonly purpose: string;
  /** The enterprise whose user the person is. */
  readonly enterpriseId?: string;
  /** The language of the text, as a BCP 47 tag. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code in the text, for channels that carry only short texts, such as SMS. */
  readonly code?: string;
}

/** The receiver's server has permanently refused the address. Trying again would harm our reputation as a sender. */
export class Undeliverable extends Error {}

/** Sends messages to people. Errors must not contain an address or a text, because they are logged and stored. */
export abstract class MessageSender {
  /** Whether a message can reach the person. `enterpriseId` is the enterprise whose user the person is. */
  abstract canReach(addresses: Addresses, enterpriseId?: string): Promise<boolean>;

  /**
   * The mail address, if the message can go only there: a code in it then proves access to that mailbox. Null if the
   * message may also go by another channel.
   */
  mailedTo({ email }: Addresses, _enterpriseId?: string): Promise<string | null> {
    return Promise.resolve(email);
  }

  /** Resolves when another system has accepted the message, or it is stored. */
  abstract send(message: Message): Promise<void>;
}

/**
 * The injection token of the sender that the settings select. It is used for users whose enterprise has no message
 * channel.
 */
export const COMMON_SENDER = Symbol('COMMON_SENDER');

export interface KeptMessage extends Message {
  readonly id: string;
  readonly at: string;
}

/** Stores messages for developers to read, instead of sending them. */
export abstract class Mailbox extends MessageSender {
  abstract readonly folder: string;

  /** Returns the messages, newest first. */
  abstract list(): Promise<KeptMessage[]>;

  abstract find(id: string): Promise<KeptMessage | undefined>;
}

/** Language of messages to users whose language is unknown (BCP 47). */
export const DEFAULT_LANGUAGE = 'en';
