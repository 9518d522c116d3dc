import { ArrayField, BooleanField, IntegerField, json, MapField, text, uuid } from '../../../shared/fields/index.js';
import type { PollRequest, PolledEvents, ReportedFault } from './event-polls.service.js';

const MOST_AT_ONCE = 100;
const MOST_ENDED = 1_000;
const JTI = '019c1380-09f8-7b62-93d4-7e5a1c0b8d33';
const TOKEN = 'eyJ0eXAiOiJzZWNldmVudCtqd3QiLCJhbGciOiJSUzI1NiJ9.eyJqdGkiOiLigKYifQ.c2lnbmF0dXJl';

export class PollSecurityEventsDto {
  @IntegerField({
    min: 0,
    max: 1_000_000,
    default: MOST_AT_ONCE,
    example: 50,
    description: `The maximum number of events in the response. The service returns at most ${MOST_AT_ONCE}. Send 0 to confirm events without fetching any.`,
  })
  maxEvents?: number;

  @BooleanField({
    default: false,
    example: true,
    description: 'Whether the service responds at once. Otherwise, it waits for an event, for at most 10 seconds.',
  })
  returnImmediately?: boolean;

  @ArrayField(uuid(), {
    max: MOST_ENDED,
    optional: true,
    example: [JTI],
    description: 'The `jti` of each event that you have processed. These events are not sent again.',
  })
  ack?: string[];

  @MapField(json({ maxBytes: 4_096 }), {
    max: MOST_ENDED,
    optional: true,
    example: { '019c1380-09f8-7b62-93d4-7e5a1c0b8d34': { err: 'invalid_key', description: 'Unknown key' } },
    description:
      'The errors of events that you could not process. Each key is the `jti` of an event. These events are not sent again.',
  })
  setErrs?: Record<string, Record<string, unknown>>;

  static toAsked({ maxEvents, returnImmediately, ack, setErrs }: PollSecurityEventsDto): PollRequest {
    return {
      most: Math.min(maxEvents ?? MOST_AT_ONCE, MOST_AT_ONCE),
      atOnce: returnImmediately ?? false,
      acknowledged: ack ?? [],
      rejections: new Map(
        Object.entries(setErrs ?? {}).flatMap(([jti, fault]) =>
          isId(jti) ? [[jti.toLowerCase(), faultOf(fault)]] : [],
        ),
      ),
    };
  }
}

export class PolledSecurityEventsDto {
  @MapField(text({ max: 65_536 }), {
    max: MOST_AT_ONCE,
    example: { [JTI]: TOKEN },
    description: 'The events, as signed tokens (RFC 8417). Each key is the `jti` of an event.',
  })
  sets!: Record<string, string>;

  @BooleanField({ example: false, description: 'Whether there are more events to fetch now.' })
  moreAvailable!: boolean;

  static of({ sets, moreAvailable }: PolledEvents): PolledSecurityEventsDto {
    return { sets: { ...sets }, moreAvailable };
  }
}

/** Whether a string is an event id. Any other string cannot match an event, and is ignored. */
const isId = (jti: string): boolean => uuid().faults(jti).length === 0;

const faultOf = ({ err, description }: Record<string, unknown>): ReportedFault => ({
  err: shortened(err) ?? 'unknown',
  description: shortened(description) ?? null,
});

/** Shortens a text without splitting a character in two: PostgreSQL cannot store half of a surrogate pair. */
const shortened = (said: unknown): string | undefined =>
  typeof said === 'string' ? said.slice(0, 255).replace(/\p{Surrogate}$/u, '') : undefined;
