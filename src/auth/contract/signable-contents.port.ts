import type { JsonObject } from '../../shared/kernel/index.js';
import type { ApprovalAction, ApprovalRequest } from './approval-device.port.js';

/** Data that an app shows to its user, who is to sign it. */
export interface DataToSign {
  /** The client of the app. */
  readonly clientId: string;
  /** One element as in `authorization_details` (RFC 9396). */
  readonly data: JsonObject;
  readonly authlevel: ApprovalAction['authlevel'];
}

/** The content for the device: a text for people, and the data as a machine reads it. */
export type SignableContent = Required<Pick<ApprovalRequest, 'actions' | 'texts' | 'request'>>;

/** Makes of data what a device can sign. Only the types that the client declares are taken, so that no app signs anything it likes. */
export abstract class SignableContents {
  /** Throws `KernelErrors.invalidArguments` for data that the client may not have signed. */
  abstract of(data: DataToSign): Promise<SignableContent>;
}
