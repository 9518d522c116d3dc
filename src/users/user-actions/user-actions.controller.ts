import { Body, Controller, Get, HttpCode, Inject, Param, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../config.js';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import {
  newUserActionExamples,
  NewUserActionDto,
  UserActionDto,
  UserActionIdParam,
  UserActionListDto,
} from './dto/user-action.dto.js';
import { UserActions } from './user-actions.service.js';

/** The scope that operators can use only with a second operator's approval. */
const REMOVAL = 'users:remove';

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/userActions')
@Scopes('users:write')
export class UserActionsController {
  constructor(
    private readonly actions: UserActions,
    private readonly paging: Paging,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @IdempotentPost()
  @HttpCode(201)
  @MayNeedSecond(REMOVAL)
  @ApiOperation({
    operationId: 'Users_startAction',
    summary: 'Start one action for up to 1,000 users',
    description:
      'In the background, the service changes the status of each user, or sends each user a new activation code. `GET /v1/userActions/{actionId}` shows the progress and the users for whom it failed. Each user is handled once and separately, in the order of the request. If an operator names more users than the setting `CONSOLE_ACTION_LIMIT` allows (default: 25), a second operator must approve the action. One request for approval covers all of these users. Clients need no approval.',
  })
  @ApiBody({ type: NewUserActionDto, examples: newUserActionExamples })
  @ApiCreatedResponse({ type: UserActionDto })
  async start(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { action, userIds, comments }: NewUserActionDto,
  ): Promise<UserActionDto> {
    if (caller.kind === 'operator' && new Set(userIds).size > this.config.consoleActionLimit) {
      demandSecond(caller, REMOVAL);
    }
    return UserActionDto.withFailures(await this.actions.start(tenant, caller, { action, userIds, comments }));
  }

  @Get()
  @ApiOperation({
    operationId: 'Users_listActions',
    summary: 'List actions for many users',
    description: 'Actions are listed newest first. Actions are deleted after seven days.',
  })
  @ApiOkResponse({ type: UserActionListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<UserActionListDto> {
    const page = this.paging.open<string>('userActions', tenant, query);
    const found = await this.actions.page(tenant, page.rowsToRead, page.after);
    return page.answer(
      'actions',
      found,
      ({ id }) => id,
      (one) => UserActionDto.of(one),
    );
  }

  @Get(':actionId')
  @ApiOperation({
    operationId: 'Users_getAction',
    summary: 'Get the progress of an action',
    description: 'Returns the action, with the users for whom it has failed so far and an error code for each.',
  })
  @ApiOkResponse({ type: UserActionDto })
  @Throws(UserErrors.actionNotFound)
  async get(@CurrentTenant() tenant: Tenant, @Param() { actionId }: UserActionIdParam): Promise<UserActionDto> {
    return UserActionDto.withFailures(await this.actions.find(tenant, actionId));
  }
}
