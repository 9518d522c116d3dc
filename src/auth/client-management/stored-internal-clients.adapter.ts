import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { Client } from '../client/client.entity.js';
import { ClientRepository } from '../client/client.repository.js';
import { CLIENT_CHANGED } from '../client/client-registry.service.js';
import { unsetProfile, type NewClient } from '../client/client-profile.js';
import { InternalClients, type OwnClient } from '../contract/internal-clients.port.js';

/** The value of `createdBy` for clients that are part of the service. */
export const BY_SERVICE = 'the service';

const ALL = Tenant.all('the client is a part of the service');

@Injectable()
export class StoredInternalClients extends InternalClients {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * Creates the client, or updates it. Several processes may call this at once during startup: one creates the client,
   * and the rest find it.
   */
  async keep({ clientId, enterpriseId, ...own }: OwnClient): Promise<void> {
    const [profile, tenant] = [profileOf(own), Tenant.of(enterpriseId, false)];
    await this.uow.run(async (tx) => {
      const now = this.clock.now();
      const kept = await this.clients.lockOwn(tx, ALL, clientId);
      if (kept && hasProfile(kept, profile)) return;
      if (kept) {
        kept.change(profile, now);
        await tx.save(kept);
      } else await tx.add(Object.assign(Client.onboard(tenant, profile, BY_SERVICE, now), { clientId }));
      tx.pending.signals.push({ topic: CLIENT_CHANGED, payload: { clientId } });
      tx.pending.audit.push({
        kind: kept ? 'auth.client-changed' : 'auth.client-onboarded',
        tenant,
        details: { clientId },
      });
    });
  }
}

const profileOf = ({ clientName, redirectUri, key }: Omit<OwnClient, 'clientId' | 'enterpriseId'>): NewClient => ({
  ...unsetProfile,
  administrator: false,
  clientName,
  scopes: ['openid'],
  grantTypes: ['authorization_code'],
  authMethod: 'private_key_jwt',
  redirectUris: [redirectUri],
  jwks: { keys: [key] },
  firstParty: true,
  requirePushedAuthorizationRequests: true,
});

const hasProfile = (client: Client, profile: NewClient): boolean =>
  Object.entries(profile).every(([name, value]) => isDeepStrictEqual(client[name as keyof NewClient], value));
