import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, type JsonObject, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { ClientErrors } from '../contract/auth.errors.js';
import {
  mayChange,
  scopesBeyond,
  type ClientProfile,
  type KycSettings,
  clientFaults,
  type Standing,
} from '../client/client-profile.js';
import { Client } from '../client/client.entity.js';
import { type ClientFilter, ClientRepository } from '../client/client.repository.js';
import { FORGET_CLIENT } from './forget-client.job.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { CLIENT_CHANGED } from '../client/client-changed.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';
import { nameOf, type Principal } from '../../shared/auth-guard/index.js';
import { Destinations } from '../../shared/outbound/index.js';
import { userScopes } from '../tokens/token-plan.js';

export type KeptSecrets = ReturnType<Client['secretsAt']>;

/** A client with what else is told of it. */
export interface ShownClient {
  readonly client: Client;
  readonly kyc: KycSettings | null;
  readonly secrets: KeptSecrets;
  readonly lastUsedAt: Date | undefined;
}

export interface WithSecret {
  readonly client: Client;
  /** Shown this once. */
  readonly secret: string | null;
}

/** `undefined`: as it was. `null`: none. */
export type ClientChanges = Partial<ClientProfile> & { readonly kyc?: KycSettings | null };

/** Use cases of an enterprise's clients. Each public method is one transaction. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientRepository,
    private readonly ending: TokenRevocation,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly destinations: Destinations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async find({ tenant }: ClientManager, clientId: string): Promise<Client> {
    return (await this.clients.find(tenant, clientId)) ?? notFound(clientId);
  }

  list({ tenant }: ClientManager, filter: ClientFilter, after: string, limit: number): Promise<Client[]> {
    return this.clients.page(tenant, filter, after, limit);
  }

  async shown(clients: readonly Client[]): Promise<ShownClient[]> {
    const lastUses = await this.clients.lastUses(clients);
    const now = this.clock.now();
    return clients.map((client) => ({
      client,
      kyc: this.#kycOf(client),
      secrets: client.secretsAt(now),
      lastUsedAt: lastUses.get(client.clientId),
    }));
  }

  onboard(
    by: ClientManager,
    { kyc, ...profile }: ClientProfile & { readonly kyc?: KycSettings | null },
    { test = by.tenant.test, administrator = false } = {},
  ): Promise<WithSecret> {
    if (by.tenant.test && !test) throw KernelErrors.forbidden('A test client makes test clients only');
    this.#refuseFaults(profile, test, kyc);
    refuseScopesBeyond(by, profile.scopes);
    const now = this.clock.now();
    const tenant = Tenant.of(by.tenant.enterpriseId, test);
    const client = Client.onboard(tenant, { ...profile, administrator }, by.name, now);
    const secret = client.usesSecret ? client.newSecret(0, now) : null;
    if (kyc) client.sealedKyc = this.#sealed(client, kyc);
    return this.uow.run(async (tx) => {
      await tx.add(client);
      this.#tell(tx, 'auth.client-onboarded', client, { scopes: [...client.scopes], administrator });
      return { client, secret };
    });
  }

  change(by: ClientManager, clientId: string, { kyc, ...changes }: ClientChanges): Promise<WithSecret> {
    return this.#changing(by, clientId, async (tx, client) => {
      const now = this.clock.now();
      const { usesSecret: hadSecret, scopes: before } = client;
      client.change(changes, now);
      this.#refuseFaults(client, client.test, kyc);
      refuseScopesBeyond(by, client.scopes);
      if (kyc !== undefined) client.sealedKyc = kyc && this.#sealed(client, kyc);
      const fields = Object.keys({ ...changes, ...(kyc !== undefined && { kyc }) }).sort();
      if (scopesBeyond(client, { scopes: before }).length > 0) await this.#voidTokens(tx, client);
      this.#tell(tx, 'auth.client-changed', client, { fields });
      return client.usesSecret && !hadSecret ? client.newSecret(0, now) : null;
    });
  }

  rotateSecret(by: ClientManager, clientId: string, overlapSeconds: number): Promise<WithSecret> {
    return this.#changing(by, clientId, (tx, client) => {
      this.#tell(tx, 'auth.client-secret-rotated', client, { overlapSeconds });
      return client.newSecret(overlapSeconds, this.clock.now());
    });
  }

  remove(by: ClientManager, clientId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const client = await this.#lock(tx, by, clientId);
      tx.remove(client);
      await this.#voidTokens(tx, client);
      tx.pending.jobs.push({ kind: FORGET_CLIENT, payload: { clientId } });
      this.#tell(tx, 'auth.client-removed', client, {});
    });
  }

  #kycOf({ clientId, sealedKyc }: Client): KycSettings | null {
    return sealedKyc && (this.sealer.openJson(sealedKyc, Client.sealContext(clientId)) as unknown as KycSettings);
  }

  #refuseFaults(profile: ClientProfile, test: boolean, kyc?: KycSettings | null): void {
    const fault = kyc ? this.destinations.faultOf(new URL(kyc.url)) : undefined;
    const errors = [
      ...clientFaults(profile, { loopback: test || this.config.nodeEnv === 'development' }),
      ...(fault === undefined ? [] : [{ pointer: '/kyc/url', detail: `It is not called: ${fault}.` }]),
    ];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  }

  #changing(
    by: ClientManager,
    clientId: string,
    change: (tx: Tx, client: Client) => Promise<string | null> | string | null,
  ): Promise<WithSecret> {
    return this.uow.run(async (tx) => {
      const client = await this.#lock(tx, by, clientId);
      const secret = await change(tx, client);
      await tx.save(client);
      return { client, secret };
    });
  }

  async #lock(tx: Tx, by: ClientManager, clientId: string): Promise<Client> {
    const client = (await this.clients.lock(tx, by.tenant, clientId)) ?? notFound(clientId);
    if (mayChange(by, client)) return client;
    throw client.administrator && !by.administrator
      ? KernelErrors.forbidden('Only administrators change an administrator')
      : ClientErrors.scopeNotHeld(undefined, { scopes: scopesBeyond(by, client) });
  }

  /** Issued tokens still name rights that the client has lost. */
  #voidTokens(tx: Tx, { clientId }: Client): Promise<void> {
    return this.ending.cutOff(tx, { kind: 'client', id: clientId, reason: 'ended' });
  }

  #sealed({ clientId }: Client, kyc: KycSettings): Buffer {
    return this.sealer.seal(JSON.stringify(kyc), Client.sealContext(clientId));
  }

  #tell(tx: Tx, kind: string, { clientId, tenant }: Client, details: JsonObject): void {
    tx.pending.signals.push({ topic: CLIENT_CHANGED, payload: { clientId } });
    tx.pending.audit.push({ kind, tenant, details: { clientId, ...details } });
  }
}

function notFound(clientId: string): never {
  throw ClientErrors.notFound(`No client ${clientId}`);
}

function refuseScopesBeyond(by: ClientManager, scopes: readonly string[]): void {
  const beyond = scopesBeyond(by, { scopes });
  if (beyond.length > 0) throw ClientErrors.scopeNotHeld(`Not held: ${beyond.join(' ')}`, { scopes: beyond });
}

/** On whose behalf clients are seen and changed, and what it may grant. */
export interface ClientManager extends Standing {
  readonly tenant: Tenant;
  readonly name: string;
}

@Injectable()
export class ClientManagers {
  constructor(private readonly registry: ClientRegistry) {}

  /** A calling client grants what it holds by its registration, whatever its present token was narrowed to. */
  async of(principal: Principal, tenant: Tenant): Promise<ClientManager> {
    if (principal.kind === 'operator') return managerOf(principal, tenant);
    const caller = await this.registry.find(principal.clientId);
    if (!caller) throw KernelErrors.unauthenticated();
    const { administrator, scopes, clientId } = caller.record;
    return { administrator, scopes, tenant, name: clientId };
  }
}

/** An operator grants what the roles hold, and the scopes of users, which open nothing of the management API. */
const managerOf = (operator: Principal, tenant: Tenant): ClientManager => ({
  administrator: false,
  scopes: [...userScopes, ...operator.scopes],
  tenant,
  name: nameOf(operator),
});
