import type { ClientOptions } from '../types.js';
import type { DataToSign, Prepared } from '../signing.js';
import type { PasswordQuestion } from './password-question.js';
import type { Answers, Open } from './answers.js';
import { RDNAAuthenticatorType, SIGN_DATA } from './constants.js';
import { ALSO_ERRORS, errorOf, INVALID, responseOf, UNSUPPORTED_AUTHENTICATION } from './envelopes.js';
import { SUCCESS } from '../operations.js';

/** The limits of `RdnaClient`, the library that this one replaces, in characters. */
const LONGEST_PAYLOAD = 500;
const LONGEST_REASON = 100;

/** The authenticator types that are allowed for each authentication level. */
const AUTHENTICATORS: Readonly<Record<number, readonly number[]>> = {
  0: [RDNAAuthenticatorType.NONE],
  1: [RDNAAuthenticatorType.NONE],
  3: [RDNAAuthenticatorType.NONE, RDNAAuthenticatorType.RDNA_AUTH_LDA],
  4: [RDNAAuthenticatorType.RDNA_IDV_SERVER_BIOMETRIC],
};

export interface AskedSignature {
  readonly payload: string;
  readonly authLevel: 0 | 1 | 3 | 4;
  readonly authenticatorType: number;
  readonly reason: string;
}

/** The checked arguments of the call, or the error code to answer with. */
export function signatureAsked(given: readonly unknown[]): AskedSignature | number {
  const [payload, level = 0, type = 0, reason = ''] = given;
  const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
  if (!isText(payload, LONGEST_PAYLOAD) || payload.trim() === '' || !isText(reason, LONGEST_REASON)) return INVALID;
  const [authLevel, authenticatorType] = [Number(level), Number(type)];
  if (!AUTHENTICATORS[authLevel]?.includes(authenticatorType)) return UNSUPPORTED_AUTHENTICATION;
  return { payload, authLevel: authLevel as AskedSignature['authLevel'], authenticatorType, reason };
}

/** Implements the call `authenticateUserAndSignData` of `RdnaClient`, the library that this one replaces. */
export class DataSigning {
  #question: PasswordQuestion | undefined;

  constructor(private readonly answers: Answers) {}

  /** Has the data signed. Returns the payload of the event, or undefined if no event is sent. */
  async sign(
    { parts }: Open,
    asked: AskedSignature,
    onStepUp: ClientOptions['onStepUp'],
  ): Promise<{ readonly status: { readonly statusCode: number } } | undefined> {
    const { signing, context } = parts;
    const question = (this.#question = this.answers.begin(SIGN_DATA));
    let prepared: Prepared | undefined;
    try {
      prepared = await signing.prepare(dataOf(asked), { authlevel: asked.authLevel });
      const signed = question.isDropped ? undefined : await this.answers.signed(parts, question, prepared, onStepUp);
      if (signed) return told(asked, SUCCESS, 'Success', prepared.item.notification_uuid, signed.signature);
      void signing.giveUp(prepared.item);
      return undefined;
    } catch (error) {
      const failure = context.failures.logged('Data was not signed', error);
      if (prepared && failure.code === 'step_up') void signing.giveUp(prepared.item);
      const { StatusCode, StatusMsg } = responseOf(failure);
      return told(asked, StatusCode, StatusMsg);
    }
  }

  /** Drops a signature that is waiting for the user. */
  reset(): void {
    this.#question?.drop();
    this.#question = undefined;
  }
}

/** A JSON object with a `type` is signed as data of this type; every other payload is signed as plain text. */
function dataOf({ payload, reason }: AskedSignature): DataToSign {
  try {
    const value = JSON.parse(payload) as { readonly type?: unknown } | null;
    if (typeof value === 'object' && typeof value?.type === 'string') return value as DataToSign;
  } catch {
    // the payload is not JSON, so it is signed as plain text
  }
  return { type: 'plain_text', text: payload, ...(reason !== '' && { reason }) };
}

const told = (
  { payload, authLevel, authenticatorType, reason }: AskedSignature,
  statusCode: number,
  statusMessage: string,
  dataSignatureID = '',
  payloadSignature = '',
) => ({
  dataPayload: payload,
  dataPayloadLength: payload.length,
  reason,
  payloadSignature,
  dataSignatureID,
  authLevel,
  authenticationType: authenticatorType,
  status: { statusCode, statusMessage },
  error: ALSO_ERRORS.includes(statusCode) ? errorOf(statusCode, statusMessage) : errorOf(0),
});
