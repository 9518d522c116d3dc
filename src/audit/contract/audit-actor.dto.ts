import { EnumField, TextField } from '../../shared/fields/index.js';
import type { Actor } from '../../shared/kernel/index.js';

export const ACTOR_KINDS = ['client', 'user', 'operator', 'system'] satisfies readonly Actor['kind'][];

export class AuditActorDto {
  @EnumField(ACTOR_KINDS, { name: 'AuditActorKind', example: 'client' }) kind!: Actor['kind'];
  @TextField({
    max: 255,
    nullable: true,
    example: 'portal',
    description: 'The `clientId` of a client, or the `userId` of a user. `null`: the user was erased.',
  })
  id!: string | null;
  @TextField({
    max: 255,
    nullable: true,
    example: 'staff-4711',
    description: 'The member of staff for whom the client acted, from the header `Acting-For`.',
  })
  actingFor!: string | null;
}
