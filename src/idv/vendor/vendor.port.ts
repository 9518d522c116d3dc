import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentData, DocumentType, Scores } from '@countersign/identity-engine';
import type { DocumentReason, Reason } from '../sessions/rules/reasons.js';
import type { Holder } from '../engines/engine.port.js';

/** An order to a vendor: what to verify, and where the vendor's pages send the user afterwards. */
export interface VendorOrder {
  /** Our id of the order. If it is sent again, the vendor answers with the same session. */
  readonly reference: string;
  readonly holder: Holder;
  readonly documentTypes: readonly DocumentType[];
  readonly returnUrl: string;
  /** The address at which the vendor reports that the result has changed. */
  readonly webhookUrl: string;
}

export interface VendorSession {
  readonly vendorRef: string;
  readonly redirectUrl: string;
}

export type VendorOutcome =
  | { readonly outcome: 'pending' }
  | {
      readonly outcome: 'passed';
      readonly document: DocumentData;
      readonly scores: Scores;
      /** Reasons why the vendor was not sure. */
      readonly doubts: readonly DocumentReason[];
    }
  | { readonly outcome: 'failed'; readonly reasons: readonly [Reason, ...Reason[]] }
  | { readonly outcome: 'cancelled' };

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The bytes exactly as received, because the signature covers them. */
  readonly body: Buffer;
}

/**
 * A vendor that verifies people on its own pages. Calls fail with 503 when it does not answer or its answer is invalid.
 */
export abstract class IdvVendor {
  abstract create(order: VendorOrder): Promise<VendorSession>;

  abstract result(vendorRef: string): Promise<VendorOutcome>;

  /** Deletes the vendor's data about the session. Does nothing if they are already deleted. */
  abstract remove(vendorRef: string): Promise<void>;

  /**
   * Returns the id of the vendor's session that the webhook is about, or throws if the signature is invalid. Nothing
   * else in the webhook is trusted: the result is polled from the vendor.
   */
  abstract verifyWebhook(webhook: ReceivedWebhook): string;
}

/** The vendor of live users, if there is one. */
export abstract class LiveVendor {
  /** Returns undefined if no vendor is configured. */
  abstract get(): IdvVendor | undefined;

  /** Whether new sessions are sent to the vendor. Sessions that were sent before are completed there in any case. */
  abstract get takesNewSessions(): boolean;
}
