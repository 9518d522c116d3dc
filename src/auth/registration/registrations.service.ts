import { Injectable } from '@nestjs/common';
import { networkOf } from '../../shared/http/index.js';
import { RequestValidationPipe } from '../../shared/fields/index.js';
import {
  Clock,
  currentContext,
  KernelErrors,
  newId,
  newSecret,
  secretMatches,
  Tenant,
} from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { type RateLimiter, SharedLimits } from '../../shared/security/index.js';
import type { Client } from '../client/client.entity.js';
import type { ClientProfile } from '../client/client-profile.js';
import { ClientRepository } from '../client/client.repository.js';
import type { ClientManager } from '../client-management/client-managers.service.js';
import { ClientsService, type WithSecret } from '../client-management/clients.service.js';
import { CreateClientDto } from '../client-management/dto/change-client.dto.js';
import { formOf, type Metadata, ownOf, refusalOf } from './client-metadata.js';
import { Registration } from './registration.entity.js';
import type { RegistrationPolicy } from './registration-policy.js';
import { RegistrationRepository } from './registration.repository.js';

const ALL = Tenant.all('a token says by itself whose it is');
const validation = new RequestValidationPipe();

/** A registered client with its secret and its registration access token. */
export interface Registered extends WithSecret {
  readonly token: string;
}

/** Clients that register and manage themselves (RFC 7591, RFC 7592). Each public method is one transaction. */
@Injectable()
export class Registrations {
  readonly #perAddress: RateLimiter;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: RegistrationRepository,
    private readonly clients: ClientsService,
    private readonly stored: ClientRepository,
    private readonly clock: Clock,
    limits: SharedLimits,
  ) {
    this.#perAddress = limits.limiter({ name: 'registration-address', perSecond: 10 / 60, burst: 20 });
  }

  async register(initial: string, metadata: Metadata): Promise<Registered> {
    await this.#admit();
    const token = newSecret();
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const permission = await this.rows.lockByToken(tx, ALL, initial);
      if (!permission?.isUsableAt(now)) throw RegistrationRefused.token();
      const profile = profileOf(metadata, permission.policy);
      const clientId = newId();
      actAs(clientId);
      permission.used += 1;
      await tx.save(permission);
      const by = managerOf(permission.tenant, permission.policy, `registration:${permission.id}`);
      const { client, secret } = await this.clients.onboard(by, profile, { test: permission.test, clientId });
      await tx.add(Registration.of(client, permission, token, now));
      const details = { clientId, initialAccessTokenId: permission.id, used: permission.used };
      tx.pending.audit.push({ kind: 'auth.client-registered', tenant: client.tenant, details });
      return { client, secret, token };
    });
  }

  async read(clientId: string, token: string): Promise<Registered> {
    await this.#admit();
    const registration = this.#admitted(await this.rows.find(ALL, clientId), token);
    return { client: await this.#managed(registration), secret: null, token };
  }

  /** Replaces all metadata that a client may set for itself (RFC 7592, 2.2), and its registration access token. */
  async replace(clientId: string, token: string, metadata: Metadata): Promise<Registered> {
    await this.#admit();
    const next = newSecret();
    return this.uow.run(async (tx) => {
      const registration = this.#admitted(await this.rows.lockRegistration(tx, ALL, clientId), token);
      const { policy, tenant } = registration;
      const before = await this.#managed(registration);
      refuseForeign(metadata, before, this.clock.now());
      const profile = profileOf(metadata, policy);
      actAs(clientId);
      const { client, secret } = await this.clients.change(
        managerOf(tenant, policy, clientId),
        clientId,
        ownOf(profile),
      );
      registration.setToken(next);
      await tx.save(registration);
      return { client, secret, token: next };
    });
  }

  async remove(clientId: string, token: string): Promise<void> {
    await this.#admit();
    await this.uow.run(async (tx) => {
      const registration = this.#admitted(await this.rows.lockRegistration(tx, ALL, clientId), token);
      await this.#managed(registration);
      actAs(clientId);
      await this.clients.remove(managerOf(registration.tenant, registration.policy, clientId), clientId);
    });
  }

  /**
   * Limits the requests per network. Requests with valid and invalid tokens count alike, so the limit does not reveal
   * whether a token is valid.
   */
  async #admit(): Promise<void> {
    const address = currentContext()?.address;
    const { allowed, retryAfterSeconds } = await this.#perAddress.takeShared(address ? networkOf(address) : 'unknown');
    if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
  }

  #admitted(registration: Registration | undefined, token: string): Registration {
    if (registration && secretMatches(token, registration.digest)) return registration;
    throw RegistrationRefused.token();
  }

  /**
   * Returns the registered client. Refuses if an operator has given it more than its policy allows, because from then
   * on only operators manage it.
   */
  async #managed({ clientId, tenant, policy }: Registration): Promise<Client> {
    const client = await this.stored.find(tenant, clientId);
    if (!client) throw RegistrationRefused.token();
    const { firstParty, administrator } = client;
    const isWider = (['scopes', 'apiScopes'] as const).some((field) =>
      client[field].some((scope) => !policy[field].includes(scope)),
    );
    if (firstParty || administrator || isWider) throw RegistrationRefused.takenOver();
    return client;
  }
}

const managerOf = (tenant: Tenant, { scopes }: RegistrationPolicy, name: string): ClientManager => ({
  ...{ administrator: false, scopes, tenant, name },
});

/** Makes the client itself the actor in the audit log. */
function actAs(clientId: string): void {
  const context = currentContext();
  if (context) context.actor = { kind: 'client', id: clientId };
}

function profileOf(metadata: Metadata, policy: RegistrationPolicy): ClientProfile {
  const dto = validation.transform(formOf(metadata, policy), { type: 'body', metatype: CreateClientDto });
  const profile = CreateClientDto.toProfile(dto as CreateClientDto);
  const fault = refusalOf(metadata, profile, policy);
  if (fault) throw new RegistrationRefused(400, fault.error, fault.description);
  return profile;
}

/** Metadata members that only the service sets. */
const GIVEN = [
  'registration_access_token',
  'registration_client_uri',
  'client_secret_expires_at',
  'client_id_issued_at',
];

function refuseForeign(metadata: Metadata, client: Client, now: Date): void {
  const given = GIVEN.find((member) => metadata[member] !== undefined);
  if (given !== undefined) throw RegistrationRefused.request(`${given} must not be sent`);
  if (metadata['client_id'] !== client.clientId)
    throw RegistrationRefused.request('client_id is not that of the address');
  const { client_secret: secret } = metadata;
  if (secret !== undefined && !(typeof secret === 'string' && client.hasSecret(secret, now)))
    throw RegistrationRefused.request('client_secret is not that of the client');
}

/** An error response of the registration endpoint, in the format that OAuth defines. */
export class RegistrationRefused extends Error {
  constructor(
    readonly status: 400 | 401 | 403,
    readonly error: string,
    readonly description: string,
  ) {
    super(description);
  }

  /**
   * Returns the same error in all cases, so as not to reveal whether a token is used up, expired or somebody else's.
   */
  static token(): RegistrationRefused {
    return new RegistrationRefused(401, 'invalid_token', 'the token is not valid here, or was used up');
  }

  static takenOver(): RegistrationRefused {
    return new RegistrationRefused(403, 'access_denied', 'an operator has changed this client and manages it now');
  }

  static request(description: string): RegistrationRefused {
    return new RegistrationRefused(400, 'invalid_request', description);
  }
}
