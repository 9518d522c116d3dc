import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { UserSignIn } from './user-sign-in.service.js';
import {
  ApplicationParams,
  LoginSessionDto,
  LoginSessionParams,
  LoginSessionsDto,
  OwnerParams,
  PasskeyParams,
  UserApplicationDto,
  UserApplicationsDto,
  UserCredentialsDto,
} from './dto/user-sign-in.dto.js';

/**
 * The scope required to remove the last factor other than the password. Operators also need a second operator's
 * approval, because afterwards anyone who knows the password can sign in.
 */
const REMOVAL = 'users:remove';

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Throws(UserErrors.notFound)
@Controller('v1/users/:userId')
export class UserSignInController {
  constructor(private readonly signIn: UserSignIn) {}

  @Get('loginSessions')
  @Scopes('users:read')
  @ApiOperation({
    summary: "List a user's login sessions",
    description: 'Lists the browser sessions in which the user is currently signed in.',
  })
  @ApiOkResponse({ type: LoginSessionsDto })
  async sessions(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: OwnerParams,
  ): Promise<LoginSessionsDto> {
    await this.#noteView(tenant, caller, userId);
    const found = await this.signIn.sessionsOf(tenant, userId);
    return { loginSessions: found.map((session) => LoginSessionDto.of(session)) };
  }

  @Delete('loginSessions')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Sign a user out everywhere',
    description:
      'Ends all login sessions of the user and removes the access of every application. All tokens of the user are revoked before the response is sent.',
  })
  @ApiNoContentResponse({ description: 'The user is signed out everywhere.' })
  async endSessions(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.endAllSessions(tenant, userId);
  }

  @Delete('loginSessions/:id')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'End one login session',
    description: 'Tokens that were issued in this session are revoked.',
  })
  @ApiNoContentResponse({ description: 'The session has ended.' })
  async endSession(@CurrentTenant() tenant: Tenant, @Param() { userId, id }: LoginSessionParams): Promise<void> {
    await this.signIn.endSession(tenant, userId, id);
  }

  @Get('applications')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'List the applications that act for a user',
    description:
      'Lists applications that the user is signed in to, and applications that have a refresh token for the user.',
  })
  @ApiOkResponse({ type: UserApplicationsDto })
  async applications(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: OwnerParams,
  ): Promise<UserApplicationsDto> {
    await this.#noteView(tenant, caller, userId);
    const found = await this.signIn.applicationsOf(tenant, userId);
    return { applications: found.map((application) => UserApplicationDto.of(application)) };
  }

  @Delete('applications/:clientId')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: "Remove an application's access to a user",
    description: "The application's tokens for this user are revoked. It must ask the user for consent again.",
  })
  @ApiNoContentResponse({ description: 'The application no longer has access.' })
  async endApplication(
    @CurrentTenant() tenant: Tenant,
    @Param() { userId, clientId }: ApplicationParams,
  ): Promise<void> {
    await this.signIn.endApplication(tenant, userId, clientId);
  }

  @Get('credentials')
  @Scopes('users:read')
  @ApiOperation({
    summary: "List a user's credentials",
    description:
      'Says whether the user has a password, an authenticator app and recovery codes. Lists the passkeys. Returns the number of wrong login tries that still count. Secrets are never shown.',
  })
  @ApiOkResponse({ type: UserCredentialsDto })
  async credentials(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: OwnerParams,
  ): Promise<UserCredentialsDto> {
    await this.#noteView(tenant, caller, userId);
    return UserCredentialsDto.of(await this.signIn.credentialsOf(tenant, userId));
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Remove a passkey of a user',
    description:
      'You can also remove the last passkey. If the user can then no longer sign in, set the status `RESET` with `PUT /v1/users/{userId}/status`. The user is notified by mail. An operator needs the approval of a second operator if the user has only the password left.',
  })
  @ApiNoContentResponse({ description: 'The passkey can no longer be used to sign in.' })
  @MayNeedSecond(REMOVAL)
  async removePasskey(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId, id }: PasskeyParams,
  ): Promise<void> {
    await this.signIn.removePasskey(tenant, userId, id, () => demandSecond(caller, REMOVAL));
  }

  @Delete('totp')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Remove the authenticator app of a user',
    description:
      'The user is notified by mail. If a second factor is required, the user must set up a new one at the next sign-in. First check the identity of the person who requests the removal: afterwards, the password is enough to set up another app. An operator needs the approval of a second operator if the user has only the password left.',
  })
  @ApiNoContentResponse({ description: 'The codes of the app are no longer accepted.' })
  @MayNeedSecond(REMOVAL)
  async removeTotp(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: OwnerParams,
  ): Promise<void> {
    await this.signIn.removeTotp(tenant, userId, () => demandSecond(caller, REMOVAL));
  }

  @Delete('recoveryCodes')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Remove the recovery codes of a user',
    description: 'The user is notified by mail, and can make new recovery codes on the account page.',
  })
  @ApiNoContentResponse({ description: 'The recovery codes are no longer accepted.' })
  async removeRecoveryCodes(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.removeRecoveryCodes(tenant, userId);
  }

  @Delete('factorRecovery')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Stop the replacement of a lost second factor',
    description:
      "The user's second factors do not change. The user is notified by mail. Note that the person who started the replacement knows the user's password.",
  })
  @ApiNoContentResponse({ description: 'The replacement is stopped.' })
  async stopFactorRecovery(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.stopFactorRecovery(tenant, userId);
  }

  @Delete('loginTries')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: "Reset a user's wrong login tries",
    description:
      'After this call, the user can try to log in again without waiting. If wrong tries have blocked the user, the block remains. To remove it and reset the tries, set the status `UNBLOCK`.',
  })
  @ApiNoContentResponse({ description: 'The wrong tries no longer count.' })
  async forgetTries(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.forgetTries(tenant, userId);
  }

  /**
   * Records in the audit log that an operator has viewed a user. Requests of clients are not recorded, because the
   * client decides who sees the data.
   */
  async #noteView(tenant: Tenant, { kind }: Principal, userId: string): Promise<void> {
    if (kind === 'operator') await this.signIn.noteView(tenant, userId);
  }
}
