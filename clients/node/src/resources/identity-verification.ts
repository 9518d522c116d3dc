import type { CallOptions } from '../calls/api.js';
import type { ExportOptions, ListExport } from '../calls/list-export.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type ExportQueryOf, type QueryOf, Resource } from './resource.js';

/** Identity verifications: sessions on the hosted pages. Scopes: `idv:read`, `idv:write`. */
export class IdvWebTokens extends Resource {
  /** Creates a session. Send the browser of the user to `idvUrl`, and store `web_session_id`. */
  create(session: model.CreateIdvWebToken, options?: CallOptions): Promise<model.IdvWebToken> {
    return this.call('IdvWebTokens_create', { body: session }, options);
  }

  /** The result of the session in its current state. */
  get(webSessionId: string, options?: CallOptions): Promise<model.IdvResult> {
    return this.call('IdvWebTokens_get', { path: { web_session_id: webSessionId } }, options);
  }

  /** The newest session comes first, unless `query` says otherwise. */
  list(query: QueryOf<'IdvWebTokens_list'> = {}, options?: CallOptions): Listing<model.ListedIdvWebToken> {
    return this.listed('IdvWebTokens_list', 'idvWebTokens', { query }, options);
  }

  /** Cancels a session that has no final status. */
  cancel(webSessionId: string, options?: CallOptions): Promise<model.IdvResult> {
    return this.call('IdvWebTokens_cancel', { path: { web_session_id: webSessionId } }, options);
  }
}

/**
 * Identity verification sessions. Their `sessionId` cannot be used to open the user's pages. Scopes: `idv:read`,
 * `idv:write`, `idv:review`, `idv:evidence`.
 */
export class IdvSessions extends Resource {
  /** The newest session comes first, unless `query` says otherwise. */
  list(query: QueryOf<'IdvSessions_list'> = {}, options?: CallOptions): Listing<model.IdvSession> {
    return this.listed('IdvSessions_list', 'idvSessions', { query }, options);
  }

  /** The list as one stream: `for await` reads rows, `csv()` returns a file. */
  exportList(query: ExportQueryOf<'IdvSessions_list'> = {}, options?: ExportOptions): ListExport<model.IdvSession> {
    return this.exported('IdvSessions_list', 'idvSessions', { query }, options);
  }

  /**
   * The session. With the scope `idv:review`, it also contains the data read from the document and the measured values.
   */
  get(sessionId: string, options?: CallOptions): Promise<model.IdvSessionDetails> {
    return this.call('IdvSessions_get', { path: { sessionId } }, options);
  }

  /** The events of the session, oldest first. */
  events(sessionId: string, options?: CallOptions): Listing<model.IdvSessionEvent> {
    return this.listed('IdvSessions_events', 'events', { path: { sessionId } }, options);
  }

  /** A picture of the session, as a JPEG. `kind` is one of the `pictures` of the findings. */
  picture(sessionId: string, kind: string, options?: CallOptions): Promise<Uint8Array> {
    return this.call('IdvSessions_picture', { path: { sessionId, kind } }, options);
  }

  cancel(sessionId: string, options?: CallOptions): Promise<model.IdvSession> {
    return this.call('IdvSessions_cancel', { path: { sessionId } }, options);
  }

  /** Claims the review. For 15 minutes nobody else can decide it. */
  claim(sessionId: string, options?: CallOptions): Promise<model.IdvSession> {
    return this.call('IdvSessions_claim', { path: { sessionId } }, options);
  }

  release(sessionId: string, options?: CallOptions): Promise<void> {
    return this.call('IdvSessions_release', { path: { sessionId } }, options);
  }

  /** Deletes the evidence for good, before its retention ends. */
  removeEvidence(sessionId: string, options?: CallOptions): Promise<void> {
    return this.call('IdvSessions_removeEvidence', { path: { sessionId } }, options);
  }
}

/** Verifications that a person has to decide. Scope: `idv:review`. */
export class IdvReviews extends Resource {
  /** The review that has waited the longest comes first. */
  list(query: QueryOf<'IdvReviews_list'> = {}, options?: CallOptions): Listing<model.IdvReview> {
    return this.listed('IdvReviews_list', 'idvReviews', { query }, options);
  }

  get(reviewId: string, options?: CallOptions): Promise<model.IdvReviewDetails> {
    return this.call('IdvReviews_get', { path: { reviewId } }, options);
  }

  /** A picture of the review, as a JPEG. `kind` is one of its `pictures`. */
  picture(reviewId: string, kind: string, options?: CallOptions): Promise<Uint8Array> {
    return this.call('IdvReviews_picture', { path: { reviewId, kind } }, options);
  }

  decide(reviewId: string, decision: model.DecideIdvReview, options?: CallOptions): Promise<model.DecidedIdvReview> {
    return this.call('IdvReviews_decide', { path: { reviewId }, body: decision }, options);
  }
}
