import { EnumField, TextField } from '../../../shared/http/fields/index.js';
import { statusVerbs, type StatusVerb } from '../../domain/user-status.js';

export class UpdateStatusDto {
  @EnumField(Object.keys(statusVerbs), {
    name: 'UserStatusVerb',
    example: 'CREATED',
    description:
      'CREATED after a VERIFIED identity verification; BLOCKED and UNBLOCK, PAUSED and UNPAUSE; RESET when credentials are lost; DELETED for good.',
  })
  status!: StatusVerb;

  @TextField({ max: 1000, optional: true, singleLine: false, description: 'A remark, kept with the user.' })
  comments?: string;
}
