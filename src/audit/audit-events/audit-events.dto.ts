import { ApiProperty } from '@nestjs/swagger';
import {
  array,
  ChosenId,
  EnumField,
  Field,
  listOf,
  ObjectField,
  text,
  TextField,
  TimeField,
  TimeRangeQuery,
  UuidField,
} from '../../shared/http/index.js';
import type { Actor, JsonObject } from '../../shared/kernel/index.js';
import type { AuditRecord } from '../contract/audit-log.port.js';
import { type AuditEventFilter } from './audit-events.service.js';
import { ACTOR_KINDS, AuditActorDto } from '../contract/audit-actor.dto.js';

export class AuditEventParams {
  @UuidField({ example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' }) id!: string;
}

export class AuditEventDto {
  @UuidField({ example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' }) id!: string;
  @TimeField() at!: string;
  @TextField({ max: 255, example: 'users.user-status-changed', description: 'New kinds will come.' }) kind!: string;
  @EnumField(['done', 'refused'], { name: 'AuditOutcome', example: 'done' }) outcome!: AuditRecord['outcome'];
  @ObjectField(() => AuditActorDto, { description: 'Who did it.' }) actor!: AuditActorDto;
  @ChosenId({
    nullable: true,
    description: 'The `userId` of whom it is about; `null` when that is nobody, or a user who was erased.',
  })
  subject!: string | null;
  @TextField({ max: 255, nullable: true, example: '203.0.113.7', description: 'The address that it came from.' })
  address!: string | null;
  @TextField({ max: 128, nullable: true, example: 'req-20260131-0001', description: 'The `X-Request-Id` of the call.' })
  requestId!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { from: 'ACTIVE', to: 'BLOCKED', action: 'block' },
    description: 'What else is worth knowing; what it holds depends on the kind.',
  })
  details!: JsonObject;
  @TextField({
    max: 1000,
    nullable: true,
    singleLine: false,
    example: 'Reported her phone stolen',
    description: 'The reason that was given. It is erased with the user whom it is about.',
  })
  comments!: string | null;

  static of(entry: AuditRecord): AuditEventDto {
    const { id, at, kind, outcome, actorKind, actor, actingFor, subject, address, requestId, details, comments } =
      entry;
    return {
      id,
      at: at.toISOString(),
      kind,
      outcome,
      actor: { kind: actorKind, id: actor, actingFor },
      subject,
      address,
      requestId,
      details,
      comments,
    };
  }
}

/** The columns of the log as a file. */
export const AUDIT_COLUMNS = [
  ...['id', 'at', 'kind', 'outcome', 'actor.kind', 'actor.id', 'actor.actingFor', 'subject', 'address', 'requestId'],
  ...['comments', 'details'],
];

export class AuditEventListDto extends listOf('auditEvents', () => AuditEventDto) {}

export class AuditEventsQuery extends TimeRangeQuery {
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only what is about the user with this `userId`.' })
  subject?: string;

  @Field(
    array(text({ max: 255, pattern: /^[a-z][\w.-]*(?:\.\*)?$/, called: 'a kind, or its beginning and `.*`' }), {
      max: 20,
    }),
    {
      optional: true,
      example: ['users.user-status-changed'],
      description:
        'Only events of this kind, or of all kinds that begin so: `idv.*`. Give it several times for several.',
    },
  )
  kind?: string[];

  @TextField({
    max: 255,
    optional: true,
    example: 'jane.doe',
    description: 'Only what was done by this client, by the user with this `userId`, or by this operator.',
  })
  actor?: string;

  @EnumField(ACTOR_KINDS, { name: 'AuditActorKind', optional: true, description: 'Only what was done by these.' })
  actorKind?: Actor['kind'];

  @EnumField(['done', 'refused'], { name: 'AuditOutcome', optional: true, example: 'refused' })
  outcome?: AuditRecord['outcome'];

  @TextField({ max: 45, optional: true, example: '203.0.113.7', description: 'Only what came from this address.' })
  address?: string;

  @TextField({ max: 128, optional: true, example: 'req-20260131-0001', description: 'Only what this call has done.' })
  requestId?: string;

  static toFilter(query: AuditEventsQuery): AuditEventFilter {
    const { subject, kind: kinds, actor, actorKind, outcome, address, requestId } = query;
    const range = TimeRangeQuery.rangeOf(query);
    return { ...range, subject, kinds, actor, actorKind, outcome, address, requestId };
  }
}
