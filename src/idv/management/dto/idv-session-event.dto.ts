import { ApiProperty } from '@nestjs/swagger';
import { EnumField, listOf, TextField, TimeField } from '../../../shared/http/index.js';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { sessionStep, type Step } from '../../sessions/rules/session-step.js';
import type { SessionEvent } from '../../session-events/session-event.entity.js';

export class IdvSessionEventDto {
  @TimeField() at!: string;
  @TextField({
    max: 255,
    example: 'attempt-failed',
    description:
      '`opened`, `link-opened`, `started`, `step` (went on to it), `shown` (its page, for the first time), `attempt-failed`, `attempt-passed`, `picture-refused`, `handover-offered`, `handed-over`, `status`, `claimed`, `claim-released`, `decided`, `evidence-removed`. New kinds will come.',
  })
  kind!: string;
  @EnumField(sessionStep.states, { name: 'IdvStep', nullable: true, example: 'front', description: 'At which step.' })
  step!: Step | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { attempt: 'document', reason: 'document_unreadable', left: 2 },
    description: 'What else is worth knowing; what it holds depends on the kind. Nothing about the person.',
  })
  details!: JsonObject;

  static of({ at, kind, step, details }: SessionEvent): IdvSessionEventDto {
    return { at: at.toISOString(), kind, step, details };
  }
}

export class IdvSessionEventListDto extends listOf('events', () => IdvSessionEventDto) {}
