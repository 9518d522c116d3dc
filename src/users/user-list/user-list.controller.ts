import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  CurrentTenant,
  type Principal,
  Scopes,
  seesContactData,
} from '../../shared/auth-guard/index.js';
import {
  type AskedExport,
  EXPORT_NOTE,
  ExportAsked,
  Exported,
  ListExports,
  listOf,
  Paging,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserList, type ListPosition, type UserFilter } from './user-list.service.js';
import { ListUsersQuery } from './dto/user-list.dto.js';
import { UserViews } from '../user/user-views.service.js';
import { USER_COLUMNS, UserDto } from '../user/dto/user.dto.js';

/** Exports of operators are for lists that somebody goes through, and not for copies of all customers. */
const MOST_BY_OPERATOR = 10_000;

class UserListDto extends listOf('users', () => UserDto) {}

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/users')
export class UserListController {
  constructor(
    private readonly userList: UserList,
    private readonly views: UserViews,
    private readonly paging: Paging,
    private readonly exports: ListExports,
  ) {}

  @Get()
  @Scopes('users:read')
  @Exported(UserListDto)
  @ApiOperation({
    operationId: 'Users_list',
    summary: 'List and search users',
    description: `Ordered by user id; a search with \`q\` by the matching term, then by the ids that it stands in. A page of a search may be short. Operators who see contact data masked find nobody by it. ${EXPORT_NOTE} Operators export at most 10,000 persons at once.`,
  })
  @Throws(UserErrors.tooManyToExport)
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListUsersQuery,
    @ExportAsked() asked: AskedExport | undefined,
  ): Promise<UserListDto | StreamableFile> {
    const page = this.paging.open<ListPosition>('users', tenant, query);
    if (asked) return this.#file(tenant, caller, query, asked, page.after);
    const { users, end } = await this.userList.page(tenant, filterOf(query, caller), page.limit, page.after);
    if (caller.kind === 'operator') await this.views.noteSearch(tenant, query, users);
    return page.listed(
      'users',
      users.map((user) => UserDto.of(user, caller)),
      end,
    );
  }

  #file(
    tenant: Tenant,
    caller: Principal,
    query: ListUsersQuery,
    asked: AskedExport,
    after: ListPosition | undefined,
  ): Promise<StreamableFile> {
    const filter = filterOf(query, caller);
    const byOperator = caller.kind === 'operator';
    return this.exports.file({
      ...{ tenant, asked, after, byOperator, name: 'users', columns: USER_COLUMNS },
      ...(byOperator && { refuse: { beyond: MOST_BY_OPERATOR, as: () => UserErrors.tooManyToExport() } }),
      read: async (rows, from) => {
        const { users, end } = await this.userList.page(tenant, filter, rows, from);
        return { rows: users.map((user) => UserDto.of(user, caller)), end };
      },
      note: (noted) => this.views.noteExport(tenant, query, noted),
    });
  }
}

const filterOf = (query: ListUsersQuery, caller: Principal): UserFilter => ({
  ...ListUsersQuery.toFilter(query),
  namesOnly: !seesContactData(caller),
});
