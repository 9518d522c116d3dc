import type { JsonObject } from '../../shared/kernel/index.js';
import type { ApprovalAction, ApprovalRequest } from './approval-device.port.js';

/** Data that an app shows to its user, and that the user should sign. */
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
 * Converts data to content that a device can sign. Only the data types declared by the client are accepted, so that an
 * app cannot have arbitrary data signed.
 */
export abstract class SignableContents {
  /** Throws `KernelErrors.invalidArguments` for data that the client may not request signatures for. */
  abstract of(data: DataToSign): Promise<SignableContent>;
}
