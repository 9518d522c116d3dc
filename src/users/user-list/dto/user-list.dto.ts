import { EnumField, PageQuery, TextField } from '../../../shared/http/index.js';
import { userStatus, type UserStatus } from '../../user/user-status.js';

export const MOST = 1000;

export class ListUsersQuery extends PageQuery {
  @EnumField(userStatus.states, {
    name: 'UserStatus',
    optional: true,
    description: 'Only users in this status. DELETED ones are listed only so.',
  })
  status?: UserStatus;

  @TextField({ max: 255, optional: true, description: 'Only users of this primary group.' })
  group?: string;

  @TextField({
    max: 255,
    optional: true,
    description:
      'Only users whose user id, login id, e-mail address, first name, last name or phone number begins with this, whose phone number ends with it (3 digits at least), or in whose user id or login id it stands (3 characters at least). Case-insensitive.',
  })
  q?: string;
}
