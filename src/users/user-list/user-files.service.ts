import { Injectable, type StreamableFile } from '@nestjs/common';
import { type Principal, seesContactData } from '../../shared/auth-guard/index.js';
import { type AskedExport, type ExportedList, ListExports } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { USER_COLUMNS, UserDto } from '../user/dto/user.dto.js';
import { type ListFilters, ListUsersQuery } from './dto/user-list.dto.js';
import { type ListPosition, type UserFilter, UserList } from './user-list.service.js';

interface UserFile extends Pick<ExportedList<ListPosition>, 'note' | 'refuse'> {
  readonly tenant: Tenant;
  readonly caller: Principal;
  readonly filters: ListFilters;
  readonly asked: AskedExport;
  readonly after?: ListPosition | undefined;
}

/** Exports the list of users as a file, restricted to the data that the caller may see. */
@Injectable()
export class UserFiles {
  constructor(
    private readonly userList: UserList,
    private readonly exports: ListExports,
  ) {}

  of({ tenant, caller, filters, asked, after, note, refuse }: UserFile): Promise<StreamableFile> {
    const filter = filterOf(filters, caller);
    const byOperator = caller.kind === 'operator';
    return this.exports.file({
      ...{ tenant, asked, after, byOperator, refuse, note, name: 'users', columns: USER_COLUMNS },
      read: async (rows, from) => {
        const { users, end } = await this.userList.page(tenant, filter, rows, from);
        return { rows: users.map((user) => UserDto.of(user, caller)), end };
      },
    });
  }
}

export const filterOf = (query: ListFilters, caller: Principal): UserFilter => ({
  ...ListUsersQuery.toFilter(query),
  namesOnly: !seesContactData(caller),
});
