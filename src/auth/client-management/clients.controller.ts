import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandScope,
  MayNeedSecond,
  type Principal,
  Scopes,
  ScopesAnyOf,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, ShowsSecret, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import { KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { ClientErrors } from '../contract/auth.errors.js';
import type { Client } from '../client/client.entity.js';
import { KEPT_REFUSALS } from '../client/refusals/client-refusal.repository.js';
import { ClientRefusals } from '../client/refusals/client-refusals.service.js';
import { ClientManagers } from './client-managers.service.js';
import { ClientsService, type ShownClient } from './clients.service.js';
import {
  ChangeClientDto,
  CreateClientDto,
  NewClientSecretDto,
  RotateClientSecretDto,
} from './dto/change-client.dto.js';
import { clientChangeExamples, newClientExamples } from './dto/client.examples.js';
import { ClientDto, ClientListDto, ClientsQuery, ClientWithSecretDto } from './dto/client.dto.js';
import { ClientRefusalDto, ClientRefusalsDto } from './dto/client-refusals.dto.js';
import { kycFaults, toKycSettings, type KycDto } from './dto/kyc.dto.js';

const SECURE = 'clients:secure';
const POWER =
  'A live client is privileged if `firstParty` is true, if it has the scope `notifications`, or if it has a server scope other than `clients:read`, `enterprises:read`, `figures:read` and `system:read`. Test clients are never privileged.';

@ApiTags('Clients')
@Controller('v1/clients')
@ThrowsOnAnyRoute()
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly managers: ClientManagers,
    private readonly paging: Paging,
    private readonly refused: ClientRefusals,
  ) {}

  @Get()
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'List clients',
    description:
      'Clients are listed in the order of their ids. Ids that the service creates are in the order of creation. A live client sees test clients too.',
  })
  @ApiOkResponse({ type: ClientListDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Query() query: ClientsQuery,
  ): Promise<ClientListDto> {
    const page = this.paging.open<string>('clients', tenant, query);
    const by = await this.managers.of(principal, tenant);
    const found = await this.clients.list(by, ClientsQuery.toFilter(query), page.after ?? '', page.rowsToRead);
    return page.answer(
      'clients',
      await this.clients.shown(found),
      ({ client }) => client.clientId,
      (shown) => ClientDto.of(shown),
    );
  }

  @Get(':clientId')
  @Scopes('clients:read')
  @ApiOperation({ summary: 'Get a client', description: "The response does not contain the client's secrets." })
  @Throws(ClientErrors.notFound)
  @ApiOkResponse({ type: ClientDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
  ): Promise<ClientDto> {
    const client = await this.clients.find(await this.managers.of(principal, tenant), clientId);
    return ClientDto.of(await this.#shown(client));
  }

  @Get(':clientId/refusals')
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'List the reasons why a client was refused tokens',
    description: `The latest refusal is listed first. Each reason is listed once, with the time at which it last occurred. The newest ${KEPT_REFUSALS} reasons are stored. The server log has a line for each refusal.`,
  })
  @Throws(ClientErrors.notFound)
  @ApiOkResponse({ type: ClientRefusalsDto })
  async refusals(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
  ): Promise<ClientRefusalsDto> {
    const client = await this.clients.find(await this.managers.of(principal, tenant), clientId);
    return { refusals: (await this.refused.of(client.clientId)).map((one) => ClientRefusalDto.of(one)) };
  }

  @IdempotentPost()
  @ShowsSecret('clientSecret')
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Create a client',
    description: `You can give a client only scopes that you have yourself. An operator needs the approval of a second operator to create a privileged client. ${POWER}`,
  })
  @ApiBody({ type: CreateClientDto, examples: newClientExamples })
  @Throws(ClientErrors.scopeNotHeld, ClientErrors.tooMany)
  @ApiCreatedResponse({ type: ClientWithSecretDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Body() body: CreateClientDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientWithSecretDto> {
    refuseKycFaults(body.kyc);
    const by = await this.managers.of(principal, tenant);
    const profile = { ...CreateClientDto.toProfile(body), kyc: body.kyc && toKycSettings(body.kyc) };
    const { client, secret } = await this.clients.onboard(by, profile, { test: body.test });
    response.location(`/v1/clients/${client.clientId}`);
    return ClientWithSecretDto.ofNew(await this.#shown(client), secret);
  }

  @Patch(':clientId')
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Change a client',
    description: `Omitted fields stay unchanged. \`null\` removes a value. An operator needs the approval of a second operator to give more rights to a privileged client. The same applies to all changes to a client that has users, except changes of its name or logo. An approved change is refused if the client has changed since the operator requested it. ${POWER}`,
  })
  @ApiBody({ type: ChangeClientDto, examples: clientChangeExamples })
  @Throws(ClientErrors.notFound, ClientErrors.scopeNotHeld)
  @ApiOkResponse({
    type: ClientWithSecretDto,
    description: 'The changed client. The response contains a new secret if the new `authMethod` needs one.',
  })
  async update(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
    @Body() body: ChangeClientDto,
  ): Promise<ClientWithSecretDto> {
    refuseKycFaults(body.kyc);
    const by = await this.managers.of(principal, tenant);
    const { client, secret } = await this.clients.change(by, clientId, ChangeClientDto.toChanges(body));
    return ClientWithSecretDto.ofNew(await this.#shown(client), secret);
  }

  @Delete(':clientId')
  @HttpCode(204)
  @Scopes('clients:write')
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Delete a client',
    description:
      'All tokens of the client are revoked, and users can no longer sign in through it. If the client has users, an operator needs the approval of a second operator, and must give a reason in the header `Reason`.',
  })
  @Throws(ClientErrors.notFound, ClientErrors.scopeNotHeld)
  @ApiNoContentResponse({ description: 'The client is deleted, and its tokens are revoked at once.' })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
  ): Promise<void> {
    await this.clients.remove(await this.managers.of(principal, tenant), clientId);
  }

  @IdempotentPost(':clientId/secrets')
  @ShowsSecret('clientSecret')
  @ScopesAnyOf('clients:write', SECURE)
  @MayNeedSecond(SECURE)
  @ApiOperation({
    summary: 'Create a new secret for a client',
    description:
      'The previous secrets stay valid for `overlapSeconds`. You need the scope `clients:write` for an overlap. An operator needs the approval of a second operator if there is no overlap, or if the client is privileged or has users. The operator must then give a reason in the header `Reason`. The description of `POST /v1/clients` says which clients are privileged.',
  })
  @Throws(ClientErrors.notFound, ClientErrors.scopeNotHeld, ClientErrors.noSecret)
  @ApiCreatedResponse({ type: NewClientSecretDto })
  async rotateSecret(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
    @Body() { overlapSeconds = 0 }: RotateClientSecretDto,
  ): Promise<NewClientSecretDto> {
    if (overlapSeconds > 0) demandScope(principal, 'clients:write');
    else if (principal.kind !== 'operator') demandScope(principal, SECURE);
    const by = await this.managers.of(principal, tenant);
    const { secret } = await this.clients.rotateSecret(by, clientId, overlapSeconds);
    return { clientId, clientSecret: secret ?? '' };
  }

  async #shown(client: Client): Promise<ShownClient> {
    const [shown] = await this.clients.shown([client]);
    if (!shown) throw ClientErrors.notFound();
    return shown;
  }
}

function refuseKycFaults(kyc: KycDto | null | undefined): void {
  const errors = kyc ? kycFaults(kyc) : [];
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
}
