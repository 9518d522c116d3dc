import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import {
  type AskedExport,
  EXPORT_NOTE,
  ExportAsked,
  Exported,
  type NotedExport,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import { listOf, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { filterOf, UserFiles } from './user-files.service.js';
import { UserList, type ListPosition } from './user-list.service.js';
import { ListUsersQuery } from './dto/user-list.dto.js';
import { UserViews } from '../user/user-views.service.js';
import { UserDto } from '../user/dto/user.dto.js';

/**
 * Maximum number of users that an operator may export without approval: enough for everyday work, but too few for a
 * copy of all customers.
 */
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
    private readonly files: UserFiles,
  ) {}

  @Get()
  @Scopes('users:read')
  @Exported(UserListDto)
  @ApiOperation({
    operationId: 'Users_list',
    summary: 'List and search users',
    description: `Users are ordered by user id. The results of a search by \`q\` are ordered by the matching value: first users with a value that begins with the text, then users whose ids or names contain it. A page of search results may be short even if more pages follow. Operators who see only masked contact data cannot search by it. ${EXPORT_NOTE} Operators can export at most 10,000 users at once. To export more, they use \`POST /v1/userExports\`, which needs the approval of a second operator.`,
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
    const few = { beyond: MOST_BY_OPERATOR, as: () => UserErrors.tooManyToExport() };
    const note = (noted: NotedExport) => this.views.noteExport(tenant, query, noted);
    const refuse = caller.kind === 'operator' ? few : undefined;
    return this.files.of({ tenant, caller, filters: query, asked, after, note, refuse });
  }
}
