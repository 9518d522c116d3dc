import type { Answering } from './answering.js';
import { canonical } from './canonical.js';
import type { Context } from './context.js';
import { objectIn, sha256 } from './encoding.js';
import { CountersignError } from './errors.js';
import type { Operations } from './operations.js';
import { activeIn } from './reading.js';
import type { Action, ActiveNotification } from './types.js';

/** Data that the app shows, in machine-readable form. The client must declare the types that it uses. */
export interface DataToSign {
  /** `plain_text` has a `text` of one line, and may have a `reason`. */
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface SigningOptions {
  /**
   * How the user confirms the signature: 0 without confirmation, 1 password or passkey, 3 passkey, 4 face. Default: 0.
   */
  readonly authlevel?: 0 | 1 | 3 | 4;
  /** How long the user can sign, in seconds. Default: 120. */
  readonly expiresIn?: number;
}

export interface SignedData {
  /** The id of the notification. The enterprise can read its evidence. */
  readonly notification_uuid: string;
  /** The device's signature, as a JWS. */
  readonly signature: string;
}

/** Data that the service has prepared for a signature. */
export interface Prepared {
  readonly item: ActiveNotification;
  /** The value of the answer with which the user agrees to sign the data. */
  readonly response: string;
}

/** Has the user sign data that the app itself shows. */
export class Signing {
  constructor(
    private readonly context: Context,
    private readonly operations: Operations,
    private readonly answering: Answering,
  ) {}

  async sign(data: DataToSign, options: SigningOptions = {}): Promise<SignedData> {
    const { item, response } = await this.prepare(data, options);
    try {
      const { signature = '' } = await this.answering.signed(item, response);
      return { notification_uuid: item.notification_uuid, signature };
    } catch (error) {
      if (error instanceof CountersignError && error.code === 'step_up') await this.giveUp(item);
      throw error;
    }
  }

  /** Has the service prepare the data. Fails unless the offered answer commits to exactly this data. */
  async prepare(data: DataToSign, { authlevel = 0, expiresIn }: SigningOptions): Promise<Prepared> {
    const { operations, context } = this;
    const sent: unknown = JSON.parse(JSON.stringify(data));
    const given = { data: sent, authlevel, ...(expiresIn !== undefined && { expiresIn }) };
    const prepared = await operations.perform('RequestSignature', given);
    const item = activeIn(prepared);
    const { texts, ...request } = objectIn(prepared['request']) ?? {};
    const isOfData = canonical(request['authorization_details']) === canonical([sent]);
    const signs = `sign.${await sha256(context.crypto, canonical(request))}`;
    const action: Action | undefined = item.actions.find((one) => one.action === signs);
    if (texts === undefined || !isOfData || !action) throw context.failures.of('tampered', { reason: 'request' });
    return { item, response: signs };
  }

  /** Dismisses data that was not signed. A failure is only logged, because the notification expires anyway. */
  async giveUp({ notification_uuid: notificationID }: ActiveNotification): Promise<void> {
    await this.operations.perform('DismissNotification', { notificationID }).catch((error: unknown) => {
      this.context.failures.log({ level: 'warning', message: 'Data that was not signed stays open', error });
    });
  }
}
