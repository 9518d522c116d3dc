import {
  ArrayField,
  chosenId,
  EnumField,
  PageQuery,
  TextField,
  TimeField,
  timeRange,
} from '../../../shared/fields/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { userOrders, type UserFilter, type UserOrder } from '../user-list.service.js';
import { userStatus, type UserStatus } from '../../user/user-status.js';

export const MOST = 1000;
const MOST_NAMED = 50;

const CREATED = { optional: true } as const;
const NEWEST = 'The newest user is listed first. This filter cannot be combined with `q`.';

export class ListUsersQuery extends PageQuery {
  @EnumField(userStatus.states, {
    name: 'UserStatus',
    optional: true,
    description: 'Only users with this status. DELETED users are listed only if you ask for this status.',
  })
  status?: UserStatus;

  @TextField({ max: 255, optional: true, description: 'Only users with this primary group.' })
  group?: string;

  @TextField({
    max: 255,
    optional: true,
    description:
      'The text to search for. A user is found if the user id, login id, e-mail address or phone number begins with this text. A user is also found if each word of this text begins a word of the first or last name, in any order. Accents in names are ignored: `muller` and `mueller` both find Müller. A user is also found if the phone number ends with this text (at least 3 digits), or if the user id, the login id or a word of the name contains it (at least 3 characters). Case is ignored.',
  })
  q?: string;

  @ArrayField(chosenId(), {
    max: MOST_NAMED,
    optional: true,
    example: ['jane.doe', 'john.roe'],
    description: `Only these users: \`?userIds=jane.doe&userIds=john.roe\`. They are ordered by user id. This filter can be combined only with \`status\` and \`group\`.`,
  })
  userIds?: string[];

  @TimeField({
    ...CREATED,
    example: '2026-01-01T00:00:00.000Z',
    description: `Only users enrolled at this time or later. ${NEWEST}`,
  })
  createdFrom?: string;

  @TimeField({
    ...CREATED,
    example: '2036-01-01T00:00:00.000Z',
    description: `Only users enrolled before this time. ${NEWEST}`,
  })
  createdTo?: string;

  @TextField({
    max: 64,
    pattern: /^[A-Z_]+$/,
    called: 'the status of a verification',
    optional: true,
    example: 'VERIFIED',
    description: `Only users whose newest identity verification ended with this status. ${NEWEST}`,
  })
  idvStatus?: string;

  @EnumField(userOrders, {
    name: 'UserOrder',
    optional: true,
    description:
      'The sort order: `userId`, or `-createdTs` for the newest first. The results of a search by `q` always have their own order.',
  })
  order?: UserOrder;

  /**
   * Converts the query to a filter. Throws for combinations that no index supports. `createdFrom`, `createdTo` and
   * `idvStatus` require the order by time, newest first, so they exclude `order=userId`. A search (`q`) has its own
   * order, so it excludes these filters and the order by time. `userIds` allows only `status` and `group`.
   */
  static toFilter(query: ListFilters): UserFilter {
    const { status, group, q, idvStatus, createdFrom, createdTo } = query;
    const { from, to } = timeRange(createdFrom, createdTo, ['createdFrom', 'createdTo']);
    const ofNewest = Object.entries({ createdFrom, createdTo, idvStatus }).find(
      ([, value]) => value !== undefined,
    )?.[0];
    const { userIds } = query;
    if (userIds !== undefined) {
      const others = { q, createdFrom, createdTo, idvStatus, order: query.order };
      const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
      if (other !== undefined) throw notWith('userIds', other);
      return { status, group, userIds };
    }
    const order = query.order ?? (ofNewest === undefined ? undefined : '-createdTs');
    const refused = q !== undefined && order === '-createdTs' ? (ofNewest ?? 'order') : undefined;
    if (refused !== undefined) throw notWith(refused, 'q');
    if (order === 'userId' && ofNewest !== undefined) throw notWith(ofNewest, 'order=userId');
    return { status, group, q, idvStatus, from, to, order };
  }
}

/** The query parameters of the user list, without the paging parameters. */
export type ListFilters = Omit<ListUsersQuery, 'limit' | 'cursor'>;

const notWith = (parameter: string, other: string) =>
  KernelErrors.invalidArguments(undefined, {
    errors: [{ pointer: `?${parameter}`, detail: `Cannot be combined with \`${other}\`.` }],
  });
