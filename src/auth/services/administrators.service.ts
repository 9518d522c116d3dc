import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { ClientProfile } from '../domain/client-profile.js';
import { enterpriseScopes, knownScopes } from '../domain/scopes.js';
import { ClientRegistry } from './client-registry.service.js';
import type { ClientManager } from './client-managers.service.js';
import { ClientsService, type WithSecret } from './clients.service.js';

/** Whoever has a shell on the machine may do everything, and grant everything. */
export const operatorOf = (enterpriseId: string, test = false): ClientManager => ({
  administrator: true,
  scopes: knownScopes,
  tenant: Tenant.of(enterpriseId, test),
  name: 'operator',
});

/** The clients that may act for every enterprise. They are made at the command line and at the first start only. */
@Injectable()
export class Administrators {
  constructor(
    private readonly clients: ClientsService,
    private readonly registry: ClientRegistry,
  ) {}

  make(): Promise<WithSecret> {
    return this.clients.onboard(operatorOf('default'), serverProfile('Administrator', knownScopes), {
      administrator: true,
    });
  }

  async isOne(clientId: string, secret: string, now: Date): Promise<boolean> {
    const client = (await this.registry.find(clientId))?.record;
    return client !== undefined && client.administrator && client.hasSecret(secret, now);
  }
}

/** A server of an enterprise, with nothing set that need not be. */
export const serverProfile = (clientName: string, scopes: readonly string[] = enterpriseScopes): ClientProfile => ({
  clientName,
  scopes,
  grantTypes: ['client_credentials'],
  authMethod: 'client_secret_basic',
  applicationType: 'web',
  redirectUris: [],
  postLogoutRedirectUris: [],
  jwks: null,
  firstParty: false,
  accessTokenTtl: null,
  refreshTokenTtl: null,
  errorUrl: null,
  logoUri: null,
  allowedOrigins: [],
  allowedCallers: [],
  backchannelLogoutUri: null,
  idTokenSignedResponseAlg: 'RS256',
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  idv: null,
});
