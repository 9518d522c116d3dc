import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentData, DocumentType, Scores } from '@countersign/identity-engine';
import type { DocumentReason, Reason } from '../sessions/rules/reasons.js';
import type { Holder } from '../engines/engine.port.js';

/** Order to a vendor: what to verify, and where its pages send the user afterwards. */
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
      /** Doubts of the vendor. */
      readonly doubts: readonly DocumentReason[];
    }
  | { readonly outcome: 'failed'; readonly reasons: readonly [Reason, ...Reason[]] }
  | { readonly outcome: 'cancelled' };

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came: they are what is signed. */
  readonly body: Buffer;
}

/**
 * Verifies people on pages of its own. Calls fail with 503 when the vendor does not answer, or its answer cannot be
 * understood.
 */
export abstract class IdvVendor {
  abstract create(order: VendorOrder): Promise<VendorSession>;

  abstract result(vendorRef: string): Promise<VendorOutcome>;

  /** Deletes what the vendor holds of the session. Nothing happens when it is gone already. */
  abstract remove(vendorRef: string): Promise<void>;

  /**
   * Returns the session that the webhook is about. Fails when the signature does not hold. Nothing else in a webhook is
   * trusted: we ask for the result.
   */
  abstract verifyWebhook(webhook: ReceivedWebhook): string;
}

/** The vendor of live users, if there is one. */
export abstract class LiveVendor {
  /** Undefined: none is configured. */
  abstract get(): IdvVendor | undefined;

  /** Whether new sessions go there. Those that are at the vendor already stay there. */
  abstract get takesNewSessions(): boolean;
}
