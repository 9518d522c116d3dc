import { EnumField, TextField } from '../../../shared/http/fields/index.js';
import { PageQuery } from '../../../shared/http/paging/page-query.js';
import { userStatus, type UserStatus } from '../../domain/user-status.js';

export class ListUsersQuery extends PageQuery {
  @EnumField(userStatus.states, {
    name: 'UserStatus',
    optional: true,
    description: 'Only users in this status. DELETED ones are listed only so.',
  })
  status?: UserStatus;

  @TextField({ max: 255, optional: true, example: 'retail', description: 'Only users of this primary group.' })
  group?: string;

  @TextField({
    max: 255,
    optional: true,
    example: 'doe',
    description: 'Only users whose user id, login id, e-mail address or last name begins so, in any case.',
  })
  q?: string;
}
