import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { CurrentTenant } from '../../shared/http/bearer/current.decorator.js';
import { Scopes } from '../../shared/http/bearer/scopes.decorator.js';
import { Cursors } from '../../shared/http/paging/cursors.service.js';
import { ThrowsOnAnyRoute } from '../../shared/http/problems/throws.decorator.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UserList } from '../services/user-list.service.js';
import { ListUsersQuery } from './dto/list-users.query.js';
import { UserDto } from './dto/user.dto.js';

class UserPageDto {
  @ApiProperty({ type: [UserDto] }) users!: UserDto[];
  @ApiProperty({ type: String, nullable: true, description: 'The cursor of the next page.' }) next!: string | null;
}

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/users')
export class UserListController {
  constructor(
    private readonly list: UserList,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Scopes('users:read')
  @ApiOperation({
    summary: 'List and search users',
    description: 'By user id; a search by `q` in the order of what matched, and a page of it may be short.',
  })
  @ApiOkResponse({ type: UserPageDto })
  async page(
    @CurrentTenant() tenant: Tenant,
    @Query() { limit, cursor, status, group, q }: ListUsersQuery,
  ): Promise<UserPageDto> {
    const identity = ['users', tenant.enterpriseId, tenant.test, status, group, q];
    const after = this.cursors.read(cursor, identity);
    const { users, end } = await this.list.page(tenant, { status, group, q }, limit, after);
    return { users: users.map(UserDto.of), next: end ? this.cursors.make(end, identity) : null };
  }
}
