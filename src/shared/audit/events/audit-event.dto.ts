import { ApiProperty } from '@nestjs/swagger';
import { ChosenId, EnumField, ObjectField, TextField, TimeField, UuidField } from '../../http/fields/index.js';
import { listOf } from '../../http/paging/list-of.js';
import type { JsonObject } from '../../kernel/json.js';
import type { Actor } from '../../kernel/request-context.js';
import type { AuditRecord } from '../audit-page.js';

const ACTOR_KINDS = ['client', 'user', 'operator', 'system'] satisfies readonly Actor['kind'][];

class AuditActorDto {
  @EnumField(ACTOR_KINDS, { name: 'AuditActorKind', example: 'client' }) kind!: Actor['kind'];
  @TextField({
    max: 255,
    nullable: true,
    example: 'portal',
    description: 'Of a client its `clientId`, of a user the `userId`; `null` for a user who was erased.',
  })
  id!: string | null;
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

  static of(entry: AuditRecord): AuditEventDto {
    const { id, at, kind, outcome, actorKind, actor, subject, address, requestId, details } = entry;
    return {
      id,
      at: at.toISOString(),
      kind,
      outcome,
      actor: { kind: actorKind, id: actor },
      subject,
      address,
      requestId,
      details,
    };
  }
}

export class AuditEventListDto extends listOf('auditEvents', () => AuditEventDto) {}
