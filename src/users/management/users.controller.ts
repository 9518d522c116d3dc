import { Body, Controller, Get, HttpCode, Param, Patch, Put, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandScope,
  demandSecond,
  FourEyes,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, listOf, PageQuery, Paging, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { AllowsActivation, AllowsStatusVerb, RefusesUsers } from '../user/user-status.guard.js';
import { ResendActivationCode } from './resend-activation-code.service.js';
import { EnrolmentService } from './enrolment.service.js';
import { StatusHistory } from './status-history.service.js';
import { UserExport } from '../export/user-export.service.js';
import { UsersService } from './users.service.js';
import { StatusChangeDto } from '../user/dto/status-change.dto.js';
import {
  ChangeUserDto,
  CreateUserDto,
  EnrolledUserDto,
  ExportReasonDto,
  UpdateStatusDto,
} from './dto/user-requests.dto.js';
import { UserDetailsDto } from '../user/dto/user-details.dto.js';
import { demandNoCode } from './new-users.reader.js';
import { UserViews } from '../user/user-views.service.js';
import { UserDto } from '../user/dto/user.dto.js';
import { UserIdParam } from '../user/dto/user-id.dto.js';

/** Clients may with `users:read` or `users:write`; operators need a scope of its own to take a person's data away. */
const REMOVAL = 'users:remove';

class StatusChangeListDto extends listOf('statusChanges', () => StatusChangeDto) {}

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly enrolment: EnrolmentService,
    private readonly activationCodes: ResendActivationCode,
    private readonly exports: UserExport,
    private readonly history: StatusHistory,
    private readonly views: UserViews,
    private readonly paging: Paging,
  ) {}

  @Get(':userId')
  @Scopes('users:read')
  @ApiOperation({ summary: 'Look a user up', description: 'Shows whether the user exists, and the status.' })
  @ApiOkResponse({ type: UserDetailsDto })
  @Throws(UserErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
  ): Promise<UserDetailsDto> {
    const user = await this.users.find(tenant, userId);
    if (caller.kind === 'operator') await this.views.note(user);
    return UserDetailsDto.ofDetails(user, caller);
  }

  @IdempotentPost()
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Enrol a user',
    description:
      'ONBOARDING when the user is to pass an identity verification first; CREATED when the enterprise knows the user already. A CREATED user who can be reached is sent an activation code. Operators cannot set a `predefinedCode`.',
  })
  @ApiCreatedResponse({ type: EnrolledUserDto })
  @Throws(UserErrors.alreadyExists, UserErrors.codeByOperator)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() body: CreateUserDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnrolledUserDto> {
    demandNoCode(caller, [body]);
    const enrolled = await this.enrolment.enrol(tenant, CreateUserDto.toEnrolment(body, caller.clientId));
    response.location(`/v1/users/${encodeURIComponent(body.userId)}`);
    return EnrolledUserDto.ofEnrolled(enrolled, caller);
  }

  @Put(':userId/status')
  @Scopes('users:write')
  @AllowsStatusVerb()
  @FourEyes(REMOVAL, ({ status }: UpdateStatusDto) => status === 'RESET' || status === 'DELETED')
  @ApiOperation({
    summary: 'Change the status of a user',
    description:
      'The verb names what to do; where that leads is in the state diagram. Repeating a verb whose effect already holds changes nothing and is answered 200. Operators need a second one for RESET and DELETED.',
  })
  @ApiOkResponse({ type: UserDto })
  @Throws(UserErrors.notFound, UserErrors.statusRefused)
  async changeStatus(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
    @Body() { status, comments }: UpdateStatusDto,
  ): Promise<UserDto> {
    return UserDto.of(await this.users.changeStatus(tenant, userId, status, comments), caller);
  }

  @Get(':userId/statusChanges')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'List how the status of a user has changed',
    description: 'Newest first, down to the enrolment. The audit log tells the same, among all else.',
  })
  @ApiOkResponse({ type: StatusChangeListDto })
  @Throws(UserErrors.notFound)
  async statusChanges(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
    @Query() query: PageQuery,
  ): Promise<StatusChangeListDto> {
    const page = this.paging.open<readonly string[]>(`statusChanges/${userId}`, tenant, query);
    const { changes, end } = await this.history.page(tenant, userId, page.limit, page.after);
    if (caller.kind === 'operator') await this.views.note(await this.users.find(tenant, userId), 'status-changes');
    return page.listed(
      'statusChanges',
      changes.map((change) => StatusChangeDto.of(change, userId)),
      end,
    );
  }

  @Patch(':userId')
  @Scopes('users:write')
  @RefusesUsers({ DELETED: UserErrors.deleted })
  @ApiOperation({
    summary: 'Correct what is held about a user',
    description:
      'Changes the fields that are sent; `null` removes a value. Where an operator changes `emailId` or `mobileNumber`, the address of before is told by mail, and for a day an operator needs a second one to have an activation code sent.',
  })
  @ApiOkResponse({ type: UserDto })
  @Throws(UserErrors.notFound, UserErrors.alreadyExists, UserErrors.deleted)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
    @Body() body: ChangeUserDto,
  ): Promise<UserDto> {
    return UserDto.of(await this.users.correct(tenant, userId, ChangeUserDto.toChanges(body)), caller);
  }

  @Get(':userId/export')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'Export everything held about a user',
    description:
      'For a request of the person to see their data: one JSON document with a member for each part of the service. It is streamed: one that breaks off is not complete. An enterprise runs one at a time. Operators ask for it by POST.',
  })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  @Throws(UserErrors.notFound, KernelErrors.tooManyRequests)
  export(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
  ): Promise<StreamableFile> {
    demandScope(caller, REMOVAL);
    return this.exports.file(tenant, userId);
  }

  @IdempotentPost(':userId/export')
  @HttpCode(200)
  @Scopes('users:read')
  @FourEyes(REMOVAL)
  @ApiOperation({
    operationId: 'Users_askForExport',
    summary: 'Ask for everything held about a user',
    description:
      'What GET answers, for operators: a second one must agree, and then `GET /v1/fourEyes/{id}/answer` has the document. To clients it is answered at once.',
  })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  @Throws(UserErrors.notFound, KernelErrors.tooManyRequests)
  askForExport(
    @CurrentTenant() tenant: Tenant,
    @Param() { userId }: UserIdParam,
    @Body() _reason: ExportReasonDto,
  ): Promise<StreamableFile> {
    return this.exports.file(tenant, userId);
  }

  @IdempotentPost(':userId/activationCode')
  @HttpCode(202)
  @Scopes('users:write')
  @AllowsActivation()
  @ApiOperation({
    summary: 'Send a new activation code',
    description:
      'Any code before it is void. For a day after an operator changed the e-mail address or mobile number, operators need a second one.',
  })
  @ApiAcceptedResponse({
    description:
      'The code is on its way. To an operator who needs a second one: nothing has happened yet, and `Location` is the request.',
  })
  @Throws(UserErrors.notFound, UserErrors.nothingToActivate, UserErrors.unreachable)
  @MayNeedSecond(REMOVAL)
  async resendActivationCode(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
  ): Promise<void> {
    await this.activationCodes.resend(tenant, userId, () => demandSecond(caller, REMOVAL));
  }
}
