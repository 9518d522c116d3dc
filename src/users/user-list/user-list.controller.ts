import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { listOf, Paging, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserList, type ListPosition } from './user-list.service.js';
import { ListUsersQuery } from './dto/user-list.dto.js';
import { UserViews } from '../user/user-views.service.js';
import { UserDto } from '../user/dto/user.dto.js';

class UserListDto extends listOf('users', () => UserDto) {}

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/users')
export class UserListController {
  constructor(
    private readonly userList: UserList,
    private readonly views: UserViews,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('users:read')
  @ApiOperation({
    operationId: 'Users_list',
    summary: 'List and search users',
    description:
      'Ordered by user id; a search with `q` by the matching term, then by the ids that it stands in. A page of a search may be short.',
  })
  @ApiOkResponse({ type: UserListDto })
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListUsersQuery,
  ): Promise<UserListDto> {
    const page = this.paging.open<ListPosition>('users', tenant, query);
    const { users, end } = await this.userList.page(tenant, ListUsersQuery.toFilter(query), page.limit, page.after);
    if (caller.kind === 'operator') await this.views.noteSearch(tenant, query, users.length);
    return page.listed(
      'users',
      users.map((user) => UserDto.of(user, caller)),
      end,
    );
  }
}
