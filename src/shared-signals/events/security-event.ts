import { type JsonObject, sealedColumn } from '../../shared/kernel/index.js';

export type EventSubject =
  | { readonly format: 'iss_sub'; readonly iss: string; readonly sub: string }
  /** The subject is the stream itself, in a verification. */
  | { readonly format: 'opaque'; readonly id: string };

/** An event without issuer, audience and time, which are added when it is signed. */
export type SecurityEventContent = {
  /** Bound to the stream, so that somebody who writes to the database cannot give the event to another one. */
  readonly streamId: string;
  readonly type: string;
  readonly subject: EventSubject;
  readonly event: JsonObject;
};

export const eventContext = sealedColumn(
  'shared.security_event',
  'sealed_content',
  'event_id',
  (id) => `shared/security-event:${id}`,
);

/** Told to every process when an event waits to be fetched. */
export const SECURITY_EVENT_STORED = 'shared-signals.event-stored';
export type SecurityEventStored = { readonly streamId: string };

/**
 * The claims of its token, without issuer and time. There is no `sub` and no `exp`, so that nobody can sign in with it.
 */
export const claimsOf = (
  { type, subject, event }: SecurityEventContent,
  { eventId, audience }: { readonly eventId: string; readonly audience: string },
): JsonObject => ({ jti: eventId, aud: audience, sub_id: { ...subject }, events: { [type]: event } });
