import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock, type FieldError, type JsonObject, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { Apis } from '../apis/apis.service.js';
import { ClientErrors } from '../contract/auth.errors.js';
import { type NewClientOptions, type ClientProfile, type KycSettings, clientFaults } from '../client/client-profile.js';
import { mayChange, scopesBeyond, idTaken, notFound, refuseScopesBeyond } from './client-management-rules.js';
import { changesMoreThanLooks, gainsPower, powersOf, type WholeClient } from '../client/client-powers.js';
import { Client } from '../client/client.entity.js';
import { type ClientManager, demandTwo, noteResponsible, recordPowerChange } from './client-managers.service.js';
import { type ClientFilter, ClientRepository } from '../client/client.repository.js';
import { forgetClient } from './forget-client.job.js';
import { CLIENT_CHANGED } from '../client/client-registry.service.js';
import { TokenRevocation } from '../tokens/token-revocation.service.js';
import { Destinations } from '../../shared/outbound/index.js';

const ALL = Tenant.all('the client was found for its tenant');

export type KeptSecrets = ReturnType<Client['secretsAt']>;

/** A client with the data that is stored apart from it or computed: KYC settings, valid secrets, and the last use. */
export interface ShownClient {
  readonly client: Client;
  readonly kyc: KycSettings | null;
  readonly secrets: KeptSecrets;
  readonly lastUsedAt: Date | undefined;
}

export interface WithSecret {
  readonly client: Client;
  /** The client secret, which is returned only in this response. */
  readonly secret: string | null;
}

/** Changes to a client. `undefined` keeps the value; `null` removes it. */
export type ClientChanges = Partial<ClientProfile> & { readonly kyc?: KycSettings | null };

/** Use cases for managing an enterprise's clients. Each public method is one transaction. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clients: ClientRepository,
    private readonly ending: TokenRevocation,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly destinations: Destinations,
    private readonly apis: Apis,
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
    { test = by.tenant.test, administrator = false, clientId, secret: given }: NewClientOptions = {},
  ): Promise<WithSecret> {
    if (by.tenant.test && !test) throw KernelErrors.forbidden('A test client can only create test clients');
    this.check(profile, test, kyc);
    refuseScopesBeyond(by, profile.scopes);
    const powers = powersOf({ ...profile, test });
    if (powers.length > 0) demandTwo(by);
    const now = this.clock.now();
    const tenant = Tenant.of(by.tenant.enterpriseId, test);
    const client = Client.onboard(tenant, { ...profile, administrator }, by.name, now);
    if (clientId !== undefined) client.clientId = clientId;
    const secret = client.usesSecret ? client.newSecret(0, now, given) : null;
    if (kyc) client.sealedKyc = this.#sealed(client, kyc);
    noteResponsible(by, client, now);
    return this.uow.run(async (tx) => {
      await this.#refuseTooMany(tx, tenant);
      await this.#demandAudience(client);
      await this.apis.demandScopes(tx, client);
      await tx.add(client, idTaken);
      if (powers.length > 0) recordPowerChange(tx, by, client, 'made', powers);
      this.#tell(tx, 'auth.client-onboarded', client, { scopes: [...client.scopes], administrator });
      return { client, secret };
    });
  }

  change(by: ClientManager, clientId: string, { kyc, ...changes }: ClientChanges): Promise<WithSecret> {
    return this.#changing(by, clientId, async (tx, client) => {
      const now = this.clock.now();
      const { usesSecret: hadSecret, scopes, apiScopes } = client;
      const before = this.#whole(client);
      client.change(changes, now);
      this.check(client, client.test, kyc);
      refuseScopesBeyond(by, client.scopes);
      if (changes.accessTokenAudience) await this.#demandAudience(client);
      await this.apis.demandScopes(tx, client, changes);
      const after = { ...this.#whole(client), ...(kyc !== undefined && { kyc }) };
      if (await this.#needsTwo(tx, by, client, before, after)) {
        demandTwo(by, before);
        recordPowerChange(tx, by, client, 'changed', [...new Set([...powersOf(before), ...powersOf(after)])]);
      }
      noteResponsible(by, client, now);
      if (kyc !== undefined) client.sealedKyc = kyc && this.#sealed(client, kyc);
      const fields = Object.keys({ ...changes, ...(kyc !== undefined && { kyc }) }).sort();
      if (client.lacksAnyOf({ scopes, apiScopes })) await this.#voidTokens(tx, client);
      this.#tell(tx, 'auth.client-changed', client, { fields });
      return client.usesSecret && !hadSecret ? client.newSecret(0, now) : null;
    });
  }

  /** Replaces the client's secret. `given` is a secret that was generated elsewhere. */
  rotateSecret(by: ClientManager, clientId: string, overlapSeconds: number, given?: string): Promise<WithSecret> {
    return this.#changing(by, clientId, async (tx, client) => {
      const now = this.clock.now();
      const secret = client.newSecret(overlapSeconds, now, given);
      await this.#demandNewSecret(tx, by, client, overlapSeconds);
      noteResponsible(by, client, now);
      this.#tell(tx, 'auth.client-secret-rotated', client, { overlapSeconds });
      return secret;
    });
  }

  remove(by: ClientManager, clientId: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const client = await this.#lock(tx, by, clientId);
      const hasUsers = await this.#hasUsers(tx, by, client);
      if (hasUsers) demandTwo(by, this.#whole(client));
      if (hasUsers || powersOf(client).length > 0) recordPowerChange(tx, by, client, 'removed', powersOf(client));
      tx.remove(client);
      await this.#voidTokens(tx, client);
      forgetClient(tx, client);
      this.#tell(tx, 'auth.client-removed', client, {});
    });
  }

  /**
   * Whether a change needs a second operator's approval. It does if it makes a client with powerful scopes easier to
   * misuse, or if the client has users and the change affects more than the client's appearance.
   */
  async #needsTwo(
    tx: Tx,
    by: ClientManager,
    client: Client,
    before: WholeClient,
    after: WholeClient,
  ): Promise<boolean> {
    if (gainsPower(before, after)) return true;
    return changesMoreThanLooks(before, after) && (await this.#hasUsers(tx, by, client));
  }

  /** A second operator must approve if the client has powerful scopes or users, or the old secret expires at once. */
  async #demandNewSecret(tx: Tx, by: ClientManager, client: Client, overlapSeconds: number): Promise<void> {
    const powers = powersOf(client);
    const isGuarded = powers.length > 0 || (await this.#hasUsers(tx, by, client));
    if (isGuarded) recordPowerChange(tx, by, client, 're-keyed', powers);
    if (isGuarded || overlapSeconds === 0) demandTwo(by, this.#whole(client));
  }

  /** Whether real users have granted the client access. Always false if the caller is not an operator. */
  async #hasUsers(tx: Tx, { operator }: ClientManager, { clientId, test }: Client): Promise<boolean> {
    return operator !== undefined && !test && (await this.clients.hasUsers(tx, ALL, clientId));
  }

  #whole(client: Client): WholeClient {
    return Object.assign({}, client, { kyc: this.#kycOf(client) });
  }

  async #refuseTooMany(tx: Tx, tenant: Tenant): Promise<void> {
    const most = this.config.enterpriseClients;
    if ((await this.clients.countLocked(tx, tenant)) < most) return;
    throw ClientErrors.tooMany(`An enterprise has at most ${most} clients`);
  }

  #kycOf({ clientId, sealedKyc }: Client): KycSettings | null {
    return sealedKyc && (this.sealer.openJson(sealedKyc, Client.sealContext(clientId)) as unknown as KycSettings);
  }

  /** Throws if the profile is invalid or its fields contradict each other. */
  check(profile: ClientProfile, test: boolean, kyc?: KycSettings | null): void {
    const errors = [
      ...clientFaults(profile, { loopback: test || this.config.nodeEnv === 'development' }),
      ...this.#unreachable('/kyc/url', kyc?.url),
      ...this.#unreachable('/backchannel/notificationUrl', profile.backchannel?.notificationUrl),
    ];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  }

  #unreachable(pointer: string, url: string | null | undefined): FieldError[] {
    const fault = url ? this.destinations.faultOf(new URL(url)) : undefined;
    return fault === undefined ? [] : [{ pointer, detail: `Cannot be called: ${fault}.` }];
  }

  /** The audience must be a client of the same enterprise and mode (live or test): all enterprises share one issuer. */
  async #demandAudience({ accessTokenAudience: id, tenant, test, clientId }: Client): Promise<void> {
    if (id === null || id === clientId) return;
    const audience = await this.clients.find(tenant, id);
    if (audience?.test === test) return;
    const detail = 'Your enterprise has no such client on the same side, live or test.';
    throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/accessTokenAudience', detail }] });
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
      ? KernelErrors.forbidden('Only administrators can change an administrator')
      : ClientErrors.scopeNotHeld(undefined, { scopes: scopesBeyond(by, client) });
  }

  /** Revokes all tokens of a client that has lost scopes or was deleted. */
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
