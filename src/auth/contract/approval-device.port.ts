import type { JsonObject } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';

/** The value of the answer "It wasn't me". It is reported to the enterprise. */
export const NOT_ME = 'fraud';

/** The user who is asked. */
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
  /** A BCP 47 tag. */
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
  /** The text of buttons in this language, by the label of the action. */
  readonly label?: Readonly<Record<string, string>>;
}

/** A question whose answer the user signs on a phone. */
export interface ApprovalRequest {
  /** Chosen by the caller. If the same question is asked again with it, the existing notification is found. */
  readonly requestId: string;
  /** The client that the user acts for. */
  readonly clientId: string;
  readonly actions: readonly ApprovalAction[];
  readonly texts: readonly ApprovalText[];
  /** For a locked screen: nothing that only the user may read. */
  readonly hint: { readonly subject: string; readonly message: string } | null;
  readonly expiresInSeconds: number;
  /** The request as a machine reads it. It becomes a part of the evidence. */
  readonly request?: JsonObject;
}

export interface AskedApproval {
  readonly notificationUuid: string;
  readonly expiresAt: Date;
}

/** Writes in the transaction that asks the user. If it fails, the user is not asked. */
export type Together = (tx: Tx, asked: AskedApproval) => Promise<void>;

/** `ended`: it expired, was dismissed, cancelled or discarded, or what was signed is not what was asked. */
export type ApprovalOutcome =
  | { readonly state: 'open' | 'ended' }
  /** Signed by this device, over exactly what was asked. */
  | {
      readonly state: 'answered';
      readonly action: string;
      readonly deviceId: string;
      readonly answeredAt: Date;
      /** The digest of the evidence, as its receipt has it. */
      readonly evidenceDigest: string;
    };

/** Asks users on their phones. The result of a question is reported by `notifications.notification-closed.v1`. */
export abstract class ApprovalDevice {
  /** The names of the user's devices that can sign. */
  abstract devicesOf(user: Approver): Promise<readonly string[]>;

  /** Returns the id of the notification. Fails where the user is not ACTIVE, or has no device that can sign. */
  abstract ask(user: Approver, request: ApprovalRequest, together?: Together): Promise<string>;

  abstract outcome(user: Approver, notificationUuid: string): Promise<ApprovalOutcome>;

  /** Cancels the question. One that is closed stays as it is. */
  abstract cancel(user: Approver, notificationUuid: string): Promise<void>;
}
