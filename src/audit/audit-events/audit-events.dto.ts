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
} from '../../shared/fields/index.js';
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
  @TextField({
    max: 255,
    example: 'users.user-status-changed',
    description: 'The kind of event. More kinds may be added.',
  })
  kind!: string;
  @EnumField(['done', 'refused'], { name: 'AuditOutcome', example: 'done' }) outcome!: AuditRecord['outcome'];
  @ObjectField(() => AuditActorDto, { description: 'Who caused the event.' }) actor!: AuditActorDto;
  @ChosenId({
    nullable: true,
    description:
      'The `userId` of the user that the event is about. `null`: the event is not about a user, or the user was erased.',
  })
  subject!: string | null;
  @TextField({
    max: 255,
    nullable: true,
    example: '203.0.113.7',
    description: 'The IP address from which the call came.',
  })
  address!: string | null;
  @TextField({ max: 128, nullable: true, example: 'req-20260131-0001', description: 'The `X-Request-Id` of the call.' })
  requestId!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { from: 'ACTIVE', to: 'BLOCKED', action: 'block' },
    description: 'Further facts. The members depend on the `kind`.',
  })
  details!: JsonObject;
  @TextField({
    max: 1000,
    nullable: true,
    singleLine: false,
    example: 'Reported her phone stolen',
    description: 'The reason that the caller gave. It is erased together with the user that the event is about.',
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

/** The columns of the audit log's CSV export. */
export const AUDIT_COLUMNS = [
  ...['id', 'at', 'kind', 'outcome', 'actor.kind', 'actor.id', 'actor.actingFor', 'subject', 'address', 'requestId'],
  ...['comments', 'details'],
];

export class AuditEventListDto extends listOf('auditEvents', () => AuditEventDto) {}

export class AuditEventsQuery extends TimeRangeQuery {
  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only events about the user with this `userId`.' })
  subject?: string;

  @Field(
    array(text({ max: 255, pattern: /^[a-z][\w.-]*(?:\.\*)?$/, called: 'a kind, or its beginning and `.*`' }), {
      max: 20,
    }),
    {
      optional: true,
      example: ['users.user-status-changed'],
      description:
        'Only events of this kind. A value that ends with `.*` selects all kinds that begin like this, for example `idv.*`. Repeat the parameter for several kinds.',
    },
  )
  kind?: string[];

  @TextField({
    max: 255,
    optional: true,
    example: 'jane.doe',
    description: 'Only events caused by this client, by the user with this `userId`, or by this operator.',
  })
  actor?: string;

  @EnumField(ACTOR_KINDS, {
    name: 'AuditActorKind',
    optional: true,
    description: 'Only events caused by this kind of actor.',
  })
  actorKind?: Actor['kind'];

  @EnumField(['done', 'refused'], { name: 'AuditOutcome', optional: true, example: 'refused' })
  outcome?: AuditRecord['outcome'];

  @TextField({
    max: 45,
    optional: true,
    example: '203.0.113.7',
    description: 'Only events caused by calls from this IP address.',
  })
  address?: string;

  @TextField({
    max: 128,
    optional: true,
    example: 'req-20260131-0001',
    description: 'Only events caused by the call with this `X-Request-Id`.',
  })
  requestId?: string;

  static toFilter(query: AuditEventsQuery): AuditEventFilter {
    const { subject, kind: kinds, actor, actorKind, outcome, address, requestId } = query;
    const range = TimeRangeQuery.rangeOf(query);
    return { ...range, subject, kinds, actor, actorKind, outcome, address, requestId };
  }
}
