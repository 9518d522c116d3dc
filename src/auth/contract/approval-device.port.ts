import type { JsonObject } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';

/** The value of the answer "It wasn't me", which is reported to the enterprise. */
export const NOT_ME = 'fraud';

/** The user who is asked to answer. */
export interface Approver {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

export interface ApprovalAction {
  readonly label: string;
  /** The value of the answer, which the device signs: at most 64 characters. */
  readonly action: string;
  /** How the user must confirm the answer. 0: not at all; 1: password or passkey; 3: passkey; 4: the face. */
  readonly authlevel: 0 | 1 | 3 | 4;
}

export interface ApprovalText {
  /** The language of the text, as a BCP 47 tag. */
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
  /** The texts of the buttons in the language of this text. The keys are the labels of the actions. */
  readonly label?: Readonly<Record<string, string>>;
}

/** A question whose answer the user signs on a phone. */
export interface ApprovalRequest {
  /** Idempotency key, chosen by the caller: a repeated request returns the existing notification. */
  readonly requestId: string;
  /** The client on whose behalf the user is asked. */
  readonly clientId: string;
  readonly actions: readonly ApprovalAction[];
  readonly texts: readonly ApprovalText[];
  /** The text for the lock screen. It must contain nothing confidential. */
  readonly hint: { readonly subject: string; readonly message: string } | null;
  readonly expiresInSeconds: number;
  /** The request in machine-readable form, which becomes part of the evidence. */
  readonly request?: JsonObject;
}

export interface SigningDevice {
  readonly deviceId: string;
  /** Whether the device counts as a second factor. */
  readonly secondFactor: boolean;
}

export interface AskedApproval {
  readonly notificationUuid: string;
  readonly expiresAt: Date;
}

/**
 * Called in the transaction that creates the notification, so that the caller can store data with it. If the function
 * throws, the notification is not created.
 */
export type Together = (tx: Tx, asked: AskedApproval) => Promise<void>;

/** `ended`: the notification expired, was dismissed, cancelled or discarded, or the device signed something else. */
export type ApprovalOutcome =
  | { readonly state: 'open' | 'ended' }
  /** The device signed an answer to exactly this question. */
  | {
      readonly state: 'answered';
      readonly action: string;
      readonly deviceId: string;
      readonly answeredAt: Date;
      /** The digest of the evidence. The receipt in the evidence contains the same digest. */
      readonly evidenceDigest: string;
    };

/**
 * Asks users questions on their phones. The event `notifications.notification-closed.v1` reports that a question has
 * been closed.
 */
export abstract class ApprovalDevice {
  /** The user's devices that can sign. */
  abstract devicesOf(user: Approver): Promise<readonly SigningDevice[]>;

  /** Returns the notification's id. Throws if the user is not ACTIVE or has no device that can sign. */
  abstract ask(user: Approver, request: ApprovalRequest, together?: Together): Promise<string>;

  abstract outcome(user: Approver, notificationUuid: string): Promise<ApprovalOutcome>;

  /** Cancels an open question. A closed question is not changed. */
  abstract cancel(user: Approver, notificationUuid: string): Promise<void>;
}

/** Data that an app shows to its user and asks them to sign. */
export interface DataToSign {
  /** The id of the app's client. */
  readonly clientId: string;
  /** An element as in `authorization_details` (RFC 9396). */
  readonly data: JsonObject;
  readonly authlevel: ApprovalAction['authlevel'];
}

/** The content that a device signs: a text for the user, and the data in machine-readable form. */
export type SignableContent = Required<Pick<ApprovalRequest, 'actions' | 'texts' | 'request'>>;

/**
 * Converts data into content that a device can sign. Only the data types declared by the client are accepted, so that
 * an app cannot have arbitrary data signed.
 */
export abstract class SignableContents {
  /** Throws `KernelErrors.invalidArguments` if the client may not request a signature for this data. */
  abstract of(data: DataToSign): Promise<SignableContent>;
}

/**
 * The value of the answer that requires the user to type the number shown on the sign-in page. The app sends that
 * number as a step-up of the type `number`.
 */
export const TYPED_NUMBER = 'number.typed';

/** Checks numbers that users type on the phone against the number on the sign-in page. */
export abstract class TypedNumbers {
  /** Whether the number is correct. Only the first attempt counts: a wrong number ends the approval. */
  abstract isTyped(user: Approver, approvalId: string, number: string): Promise<boolean>;
}
