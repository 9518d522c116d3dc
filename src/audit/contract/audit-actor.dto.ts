import { EnumField, TextField } from '../../shared/http/index.js';
import type { Actor } from '../../shared/kernel/index.js';

export const ACTOR_KINDS = ['client', 'user', 'operator', 'system'] satisfies readonly Actor['kind'][];

export class AuditActorDto {
  @EnumField(ACTOR_KINDS, { name: 'AuditActorKind', example: 'client' }) kind!: Actor['kind'];
  @TextField({
    max: 255,
    nullable: true,
    example: 'portal',
    description: 'Of a client its `clientId`, of a user the `userId`; `null` for a user who was erased.',
  })
  id!: string | null;
  @TextField({
    max: 255,
    nullable: true,
    example: 'staff-4711',
    description: 'For whom the client said that it asked, by the header `Acting-For`.',
  })
  actingFor!: string | null;
}
