import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserIdParam } from '../user/dto/user.dto.js';
import { Activities } from './activities.service.js';
import { ActivityDto, ActivityListDto } from './activity.dto.js';

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/users/:userId/activity')
export class ActivityController {
  constructor(
    private readonly activities: Activities,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('users:read')
  @ApiOperation({
    operationId: 'Users_activity',
    summary: 'List the activity of a user',
    description:
      'Lists the audit events, identity verifications and notifications of the user in one list, newest first. Audit events need the scope `audit:read`, verifications `idv:read`, and notifications `notifications:read`. Entries without the needed scope are omitted.',
  })
  @ApiOkResponse({ type: ActivityListDto })
  @Throws(UserErrors.notFound)
  async list(
    @CurrentPrincipal() caller: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param() { userId }: UserIdParam,
    @Query() query: PageQuery,
  ): Promise<ActivityListDto> {
    const page = this.paging.open<readonly string[]>(`activity/${userId}`, tenant, query);
    const [at, id] = page.after ?? [];
    const after = at === undefined || id === undefined ? undefined : { at, id };
    const { shown, end } = await this.activities.page(tenant, caller, userId, page.limit, after);
    return page.listed(
      'activity',
      shown.map((one) => ActivityDto.of(one)),
      end && [end.at, end.id],
    );
  }
}
