/** The mail address and phone number of a person. Each adapter uses those that it supports. */
export interface Addresses {
  readonly email: string | null;
  readonly mobile: string | null;
}

export interface Message {
  readonly to: Addresses;
  /**
   * The purpose of the message as `<context>/<word>`, for logs and for servers that filter messages. The person does
   * not see it.
   */
  readonly purpose: string;
  /** The enterprise that the person is a user of. */
  readonly enterpriseId?: string;
  /** The language of the text, as a BCP 47 tag. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The code in the text, for channels that carry only short texts, such as SMS. */
  readonly code?: string;
}

/**
 * Thrown if the recipient's server has permanently refused the address. Trying again would harm our reputation as a
 * sender.
 */
export class Undeliverable extends Error {}

/**
 * Sends messages to people. Its errors are logged and stored, so they must not contain an address or the text of a
 * message.
 */
export abstract class MessageSender {
  /** Whether a message can reach the person. `enterpriseId` is the enterprise that the person is a user of. */
  abstract canReach(addresses: Addresses, enterpriseId?: string): Promise<boolean>;

  /**
   * Returns the mail address if the message can only be sent by mail: a code in it then proves access to that mailbox.
   * Returns null if it may also go through another channel.
   */
  mailedTo({ email }: Addresses, _enterpriseId?: string): Promise<string | null> {
    return Promise.resolve(email);
  }

  /** Resolves once another system has accepted the message, or the message has been stored. */
  abstract send(message: Message): Promise<void>;

  /**
   * Sends the message that `write` returns, or nothing if it returns undefined. `write` is called only once the channel
   * of the enterprise can take a message, so no code is issued for a message that must wait.
   */
  async writeAndSend(_enterpriseId: string, write: () => Promise<Message | undefined>): Promise<void> {
    const message = await write();
    if (message) await this.send(message);
  }
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

/** The language (BCP 47) of messages to users whose language is unknown. */
export const DEFAULT_LANGUAGE = 'en';
