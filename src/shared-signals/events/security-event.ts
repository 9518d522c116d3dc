import { type JsonObject, sealedColumn } from '../../shared/kernel/index.js';

export type EventSubject =
  | { readonly format: 'iss_sub'; readonly iss: string; readonly sub: string }
  /** The subject of a verification event, which is the stream itself and not a user. `id` is the id of the stream. */
  | { readonly format: 'opaque'; readonly id: string };

/** The content of an event. Issuer, audience and time are added when it is signed. */
export type SecurityEventContent = {
  /**
   * The stream that the event belongs to. It is encrypted with the content, so that an attacker with write access to
   * the database cannot move the event to another stream.
   */
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

/** The topic of the signal that ends a waiting poll, sent when an event was stored for a stream that is polled. */
export const SECURITY_EVENT_STORED = 'shared-signals.event-stored';
export type SecurityEventStored = { readonly streamId: string };

/**
 * The claims of the event's token, without issuer and time. It has no `sub` and no `exp`, so that it cannot be used as
 * an ID token.
 */
export const claimsOf = (
  { type, subject, event }: SecurityEventContent,
  { eventId, audience }: { readonly eventId: string; readonly audience: string },
): JsonObject => ({ jti: eventId, aud: audience, sub_id: { ...subject }, events: { [type]: event } });
