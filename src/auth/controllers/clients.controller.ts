import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant } from '../../shared/http/bearer/current.decorator.js';
import type { Principal } from '../../shared/http/bearer/principal.js';
import { Scopes } from '../../shared/http/bearer/scopes.decorator.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { ClientsService } from '../services/clients.service.js';
import { ChangeClientDto } from './dto/change-client.dto.js';
import { ClientDto, ClientWithSecretDto } from './dto/client.dto.js';
import { CreateClientDto } from './dto/create-client.dto.js';
import { kycFaults, toKycSettings, type KycDto } from './dto/kyc.dto.js';
import { NewSecretDto, RotateSecretDto } from './dto/rotate-secret.dto.js';

@ApiTags('Clients')
@Controller('v1/clients')
@Scopes('clients:read')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get(':clientId')
  @ApiOkResponse({ type: ClientDto })
  async find(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
  ): Promise<ClientDto> {
    const client = await this.clients.find(await this.clients.managerFor(principal, tenant), clientId);
    return ClientDto.of(client, this.clients.kycOf(client));
  }

  @Post()
  @Scopes('clients:write')
  @ApiCreatedResponse({ type: ClientWithSecretDto })
  async onboard(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Body() body: CreateClientDto,
  ): Promise<ClientWithSecretDto> {
    refuseKycFaults(body.kyc);
    const by = await this.clients.managerFor(principal, tenant);
    const asked = { ...CreateClientDto.toProfile(body), kyc: body.kyc && toKycSettings(body.kyc) };
    const { client, secret } = await this.clients.onboard(by, asked, { test: body.test });
    return ClientWithSecretDto.ofNew(client, this.clients.kycOf(client), secret);
  }

  @Patch(':clientId')
  @Scopes('clients:write')
  @ApiOkResponse({ type: ClientWithSecretDto, description: 'With a secret when its authMethod needs one from now on.' })
  async change(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
    @Body() body: ChangeClientDto,
  ): Promise<ClientWithSecretDto> {
    refuseKycFaults(body.kyc);
    const by = await this.clients.managerFor(principal, tenant);
    const { client, secret } = await this.clients.change(by, clientId, ChangeClientDto.toChanges(body));
    return ClientWithSecretDto.ofNew(client, this.clients.kycOf(client), secret);
  }

  @Delete(':clientId')
  @HttpCode(204)
  @Scopes('clients:write')
  @ApiNoContentResponse({ description: 'Its tokens are void at once.' })
  async remove(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
  ): Promise<void> {
    await this.clients.remove(await this.clients.managerFor(principal, tenant), clientId);
  }

  @Post(':clientId/secrets')
  @Scopes('clients:write')
  @ApiCreatedResponse({ type: NewSecretDto })
  async rotateSecret(
    @CurrentPrincipal() principal: Principal,
    @CurrentTenant() tenant: Tenant,
    @Param('clientId') clientId: string,
    @Body() { overlapSeconds = 0 }: RotateSecretDto,
  ): Promise<NewSecretDto> {
    const by = await this.clients.managerFor(principal, tenant);
    const { secret } = await this.clients.rotateSecret(by, clientId, overlapSeconds);
    return { clientId, clientSecret: secret ?? '' };
  }
}

function refuseKycFaults(kyc: KycDto | null | undefined): void {
  const errors = kyc ? kycFaults(kyc) : [];
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
}
