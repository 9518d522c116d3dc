import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { demandSecond, type Principal } from '../../shared/auth-guard/index.js';
import { Clock, type JsonObject, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Apis } from '../apis/apis.service.js';
import { Client } from '../client/client.entity.js';
import { unsetProfile } from '../client/client-profile.js';
import { refuseScopesBeyond } from '../client-management/client-management-rules.js';
import { ClientManagers } from '../client-management/client-managers.service.js';
import { RegistrationErrors } from '../contract/auth.errors.js';
import { InitialAccessToken, type NewInitialAccessToken } from './initial-access-token.entity.js';
import type { RegistrationPolicy } from './registration-policy.js';
import { RegistrationRepository } from './registration.repository.js';

const MOST = 100;
const SECURE = 'clients:secure';

/** Use cases for initial access tokens. Each public method is one transaction. */
@Injectable()
export class InitialAccessTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: RegistrationRepository,
    private readonly managers: ClientManagers,
    private readonly apis: Apis,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(tenant: Tenant, limit: number, after?: string): Promise<InitialAccessToken[]> {
    return this.rows.page(tenant, limit, after);
  }

  /**
   * Creates a token. For live clients, operators need a second operator's approval, because the holder of the token can
   * create clients without any operator.
   */
  async issue(
    by: Principal,
    tenant: Tenant,
    wanted: NewInitialAccessToken,
  ): Promise<{ readonly row: InitialAccessToken; readonly token: string }> {
    if (!this.config.clientRegistration) throw RegistrationErrors.off();
    const manager = await this.managers.of(by, tenant);
    refuseScopesBeyond(manager, wanted.policy.scopes);
    if (by.kind === 'operator' && !tenant.test) demandSecond(by, SECURE);
    const now = this.clock.now();
    const issued = InitialAccessToken.issue(tenant, wanted, manager.name, now);
    return this.uow.run(async (tx) => {
      if ((await this.rows.countLocked(tx, tenant)) >= MOST)
        throw RegistrationErrors.tooMany(`An enterprise has at most ${MOST} initial access tokens`);
      await this.apis.demandScopes(tx, sampleOf(tenant, wanted.policy, now));
      await tx.add(issued.row);
      tell(tx, 'auth.initial-access-token-created', issued.row, { uses: wanted.uses, seconds: wanted.seconds });
      return issued;
    });
  }

  revoke(tenant: Tenant, id: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const row = await this.rows.lock(tx, tenant, id);
      if (!row) throw RegistrationErrors.notFound();
      tx.remove(row);
      tell(tx, 'auth.initial-access-token-revoked', row, { used: row.used });
    });
  }
}

/** A sample client with everything that the policy allows, used only to check the policy's scopes. */
function sampleOf(tenant: Tenant, policy: RegistrationPolicy, now: Date): Client {
  const { scopes, apiScopes, grantTypes } = policy;
  const profile = { ...unsetProfile, clientName: '', authMethod: 'none', administrator: false } as const;
  return Client.onboard(tenant, { ...profile, scopes, apiScopes, grantTypes }, '', now);
}

const tell = (tx: Tx, kind: string, { id, tenant }: InitialAccessToken, details: JsonObject): unknown =>
  tx.pending.audit.push({ kind, tenant, details: { initialAccessTokenId: id, ...details } });
