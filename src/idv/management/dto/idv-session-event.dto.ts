import { ApiProperty } from '@nestjs/swagger';
import { EnumField, listOf, TextField, TimeField } from '../../../shared/fields/index.js';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { sessionStep, type Step } from '../../sessions/rules/session-step.js';
import type { SessionEvent } from '../../session-events/session-event.entity.js';

export class IdvSessionEventDto {
  @TimeField() at!: string;
  @TextField({
    max: 255,
    example: 'attempt-failed',
    description:
      'What happened. `opened`: the session was created. `link-opened`: the link was opened in a browser. `started`: the user started. `step`: the session moved on to a step. `shown`: the page of a step was shown for the first time. `attempt-failed`, `attempt-passed`: an attempt ended. `picture-refused`: a picture was refused. `handover-offered`: the user could choose to continue on another device. `handed-over`: the user continued there. `status`: the status changed. `claimed`, `claim-released`, `decided`: a reviewer acted. `evidence-removed`: the pictures were deleted. More kinds may be added.',
  })
  kind!: string;
  @EnumField(sessionStep.states, {
    name: 'IdvStep',
    nullable: true,
    example: 'front',
    description: 'The step at which the event happened.',
  })
  step!: Step | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { attempt: 'document', reason: 'document_unreadable', left: 2 },
    description: 'Further facts. The members depend on the `kind`. They never contain personal data.',
  })
  details!: JsonObject;

  static of({ at, kind, step, details }: SessionEvent): IdvSessionEventDto {
    return { at: at.toISOString(), kind, step, details };
  }
}

export class IdvSessionEventListDto extends listOf('events', () => IdvSessionEventDto) {}
