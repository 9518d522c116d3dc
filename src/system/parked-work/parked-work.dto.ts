import { EnumField, IntegerField, listOf, PageQuery, TextField, UuidField } from '../../shared/fields/index.js';
import type { ParkedEvent } from '../../shared/events/index.js';
import type { ParkedJob } from '../../shared/jobs/index.js';

const ID = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };
const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };
const ATTEMPTS = { min: 0, max: 2_147_483_647, example: 10, description: 'The number of attempts that were started.' };
const LONGEST_ERROR = 2_000;
const ERROR = {
  max: LONGEST_ERROR,
  nullable: true,
  singleLine: false,
  example: 'connect ECONNREFUSED 10.0.0.25:587',
  description: 'Why the last attempt failed.',
};
const KIND = { max: 255, example: 'users/send-activation-mail' };
const TYPE = { max: 255, example: 'users.user-onboarded.v1' };

/** Only parked work is listed: jobs and events that failed too often. All other work is retried automatically. */
export const workStates = ['parked'] as const;
export type WorkState = (typeof workStates)[number];
const STATE = {
  name: 'WorkState',
  default: 'parked' as const,
  example: 'parked',
  description: "`parked`: the job or event failed too often and waits for a person's decision.",
};

export class JobIdParam {
  @UuidField(ID) jobId!: string;
}

export class EventIdParam {
  @UuidField(ID) eventId!: string;
}

export class JobsQuery extends PageQuery {
  @EnumField(workStates, STATE) state?: WorkState;
  @TextField({ ...KIND, optional: true, description: 'Only jobs of this kind.' }) kind?: string;
}

export class EventsQuery extends PageQuery {
  @EnumField(workStates, STATE) state?: WorkState;
  @TextField({ ...TYPE, optional: true, description: 'Only events of this type.' }) type?: string;
}

/** A parked job, that is, one that failed too often. Its payload is left out. */
export class JobDto {
  @UuidField(ID) id!: string;
  @TextField(KIND) kind!: string;
  @IntegerField(ATTEMPTS) attempts!: number;
  @TextField(ERROR) lastError!: string | null;
  @IntegerField({ ...TIME, description: 'When the job was stored, in milliseconds since 1970.' }) createdTs!: number;
  @IntegerField({
    ...TIME,
    description: 'When the service gave up and parked the job or event, in milliseconds since 1970.',
  })
  parkedTs!: number;

  static of({ id, kind, attempts, lastError, createdAt, parkedAt }: ParkedJob): JobDto {
    const times = { createdTs: createdAt.getTime(), parkedTs: parkedAt.getTime() };
    return { id, kind, attempts, lastError: shortened(lastError), ...times };
  }
}

export class JobListDto extends listOf('jobs', () => JobDto) {}

/** A parked event, that is, one that failed too often. Its payload is left out. */
export class ParkedEventDto {
  @UuidField(ID) id!: string;
  @TextField(TYPE) type!: string;
  @IntegerField(ATTEMPTS) attempts!: number;
  @TextField(ERROR) lastError!: string | null;
  @IntegerField({ ...TIME, description: 'When the event happened, in milliseconds since 1970.' }) occurredTs!: number;
  @IntegerField({
    ...TIME,
    description: 'When the service gave up and parked the job or event, in milliseconds since 1970.',
  })
  parkedTs!: number;

  static of({ id, type, attempts, lastError, occurredAt, parkedAt }: ParkedEvent): ParkedEventDto {
    const times = { occurredTs: occurredAt.getTime(), parkedTs: parkedAt.getTime() };
    return { id, type, attempts, lastError: shortened(lastError), ...times };
  }
}

export class ParkedEventListDto extends listOf('events', () => ParkedEventDto) {}

const shortened = (error: string | null): string | null => error?.slice(0, LONGEST_ERROR) ?? null;
