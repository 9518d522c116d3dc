import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentData, DocumentType, Scores } from '@countersign/identity-engine';
import type { DocumentReason, Reason } from '../sessions/rules/reasons.js';
import type { Holder } from '../engines/engine.port.js';

/**
 * An order to a vendor: the person and documents to verify, and the page to which the vendor sends the user afterwards.
 */
export interface VendorOrder {
  /**
   * Our ID for the order. If we send the same order again, the vendor returns the session that it has already created.
   */
  readonly reference: string;
  readonly holder: Holder;
  readonly documentTypes: readonly DocumentType[];
  readonly returnUrl: string;
  /** The URL at which the vendor reports that the result has changed. */
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
      /** The reasons why the vendor was not certain about the document. */
      readonly doubts: readonly DocumentReason[];
    }
  | { readonly outcome: 'failed'; readonly reasons: readonly [Reason, ...Reason[]] }
  | { readonly outcome: 'cancelled' };

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The request body exactly as received, because the signature covers its bytes. */
  readonly body: Buffer;
}

/**
 * A vendor that verifies people on its own pages. Calls fail with 503 if it does not respond or its response is
 * invalid.
 */
export abstract class IdvVendor {
  abstract create(order: VendorOrder): Promise<VendorSession>;

  abstract result(vendorRef: string): Promise<VendorOutcome>;

  /** Deletes the vendor's data about the session. Does nothing if it has already been deleted. */
  abstract remove(vendorRef: string): Promise<void>;

  /**
   * Verifies a webhook, and returns the vendor's ID of the session that it is about. Throws if the signature is
   * invalid. No other information in the webhook is trusted: the result is polled from the vendor.
   */
  abstract verifyWebhook(webhook: ReceivedWebhook): string;
}

/** Provides the vendor that verifies live users, if there is one. */
export abstract class LiveVendor {
  /** Returns the vendor, or undefined if none is configured. */
  abstract get(): IdvVendor | undefined;

  /**
   * Whether new sessions are sent to the vendor. Even if they are not, earlier sessions are completed at the vendor.
   */
  abstract get takesNewSessions(): boolean;
}
