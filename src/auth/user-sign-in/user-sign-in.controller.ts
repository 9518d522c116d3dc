import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
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

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Throws(UserErrors.notFound)
@Controller('v1/users/:userId')
export class UserSignInController {
  constructor(private readonly signIn: UserSignIn) {}

  @Get('loginSessions')
  @Scopes('users:read')
  @ApiOperation({ summary: "List a user's login sessions", description: 'Where the user is signed in now.' })
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
    description: 'Ends all sessions and takes the access of every application back. Tokens are void with the answer.',
  })
  @ApiNoContentResponse({ description: 'The user is signed in nowhere.' })
  async endSessions(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.endAllSessions(tenant, userId);
  }

  @Delete('loginSessions/:id')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({ summary: 'End one login session', description: 'Tokens that it led to are void.' })
  @ApiNoContentResponse({ description: 'The session has ended.' })
  async endSession(@CurrentTenant() tenant: Tenant, @Param() { userId, id }: LoginSessionParams): Promise<void> {
    await this.signIn.endSession(tenant, userId, id);
  }

  @Get('applications')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'List the applications that act for a user',
    description: 'Those that the user is signed in to, or that hold a refresh token.',
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
  @ApiOperation({ summary: 'Take the access of an application back', description: 'It must ask the user again.' })
  @ApiNoContentResponse({ description: 'The application has no access.' })
  async endApplication(
    @CurrentTenant() tenant: Tenant,
    @Param() { userId, clientId }: ApplicationParams,
  ): Promise<void> {
    await this.signIn.endApplication(tenant, userId, clientId);
  }

  @Get('credentials')
  @Scopes('users:read')
  @ApiOperation({
    summary: 'Show what a user signs in with',
    description: 'Whether there is a password, the passkeys, and wrong tries that still count. No secret is in it.',
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
    description: 'Also the last one: a user without any way in gets a new one by the verb RESET.',
  })
  @ApiNoContentResponse({ description: 'The passkey opens nothing any more.' })
  async removePasskey(@CurrentTenant() tenant: Tenant, @Param() { userId, id }: PasskeyParams): Promise<void> {
    await this.signIn.removePasskey(tenant, userId, id);
  }

  @Delete('loginTries')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Forget the wrong tries of a user',
    description:
      'The next try is looked at without waiting. A user whom they have blocked stays so: UNBLOCK does both.',
  })
  @ApiNoContentResponse({ description: 'No wrong try counts.' })
  async forgetTries(@CurrentTenant() tenant: Tenant, @Param() { userId }: OwnerParams): Promise<void> {
    await this.signIn.forgetTries(tenant, userId);
  }

  /** Clients show their own people what they like; what an operator looks at is noted. */
  async #noteView(tenant: Tenant, { kind }: Principal, userId: string): Promise<void> {
    if (kind === 'operator') await this.signIn.noteView(tenant, userId);
  }
}
