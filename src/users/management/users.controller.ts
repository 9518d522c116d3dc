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
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { listOf, PageQuery, Paging } from '../../shared/fields/index.js';
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
import { refuseCredentialsFromOperators, refuseVerificationFromOperators } from './new-users.reader.js';
import { UserViews } from '../user/user-views.service.js';
import { UserDto, UserIdParam } from '../user/dto/user.dto.js';

/**
 * The scope that operators need in order to reset, delete or export a user. Clients need only `users:read` or
 * `users:write`.
 */
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
  @ApiOperation({ summary: 'Get a user', description: 'Says whether the user exists, and returns the status.' })
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
      'Send the status ONBOARDING if the user must first pass an identity verification, or CREATED if the enterprise already knows the user. The service sends an activation code to a CREATED user who has an e-mail address or mobile number. Operators cannot set `predefinedCode` or `emailVerified`.',
  })
  @ApiCreatedResponse({ type: EnrolledUserDto })
  @Throws(UserErrors.alreadyExists, UserErrors.codeByOperator, UserErrors.vouchedByOperator)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() body: CreateUserDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EnrolledUserDto> {
    refuseCredentialsFromOperators(caller, [body]);
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
      'Send a status or a verb. The state diagram of users shows the resulting status. If the user already has that status, nothing changes and the response is 200. Operators need the approval of a second operator for RESET and DELETED.',
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
    summary: 'List the status changes of a user',
    description:
      'Changes are listed newest first. The last entry is the enrolment. The audit log contains the same changes, among other events.',
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
    summary: 'Correct the data of a user',
    description:
      'Changes only the fields that you send. `null` removes a value. If an operator changes `emailId` or `mobileNumber`, a mail is sent to the old address. During the next day, operators need the approval of a second operator to send an activation code.',
  })
  @ApiOkResponse({ type: UserDto })
  @Throws(UserErrors.notFound, UserErrors.alreadyExists, UserErrors.deleted, UserErrors.vouchedByOperator)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
    @Body() body: ChangeUserDto,
  ): Promise<UserDto> {
    refuseVerificationFromOperators(caller, body);
    return UserDto.of(await this.users.correct(tenant, userId, ChangeUserDto.toChanges(body)), caller);
  }

  @Get(':userId/export')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'Export all data about a user',
    description:
      'Use this when the user asks for their data. The response is a single JSON document with a member for each part of the service. It is streamed: if the download is interrupted, the document is incomplete. An enterprise can run one export at a time. Operators must use the POST request.',
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
    summary: 'Request an export of all data about a user',
    description:
      'Returns the same document as the GET request. An operator needs the approval of a second operator. After the approval, `GET /v1/fourEyes/{id}/answer` returns the document. Clients get the document at once.',
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
      'Earlier activation codes become invalid. If an operator changed the e-mail address or mobile number within the last day, operators need the approval of a second operator.',
  })
  @ApiAcceptedResponse({
    description:
      'The activation code is being sent. If the operator needs the approval of a second operator, no code has been sent yet, and the header `Location` contains the path of the request for approval.',
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
