import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { demandSecond, type Principal } from '../../shared/auth-guard/index.js';
import { surfaces } from '../../shared/http/index.js';
import {
  canonicalDigest,
  Clock,
  type FieldError,
  type JsonObject,
  KernelErrors,
  type Tenant,
} from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import type { Client } from '../client/client.entity.js';
import { EXCHANGE_GRANT } from '../client/settings/grant-types.js';
import type { ClientProfile } from '../client/client-profile.js';
import { demandScopes } from '../client-management/client-management-rules.js';
import { ClientRepository } from '../client/client.repository.js';
import { ApiErrors } from '../contract/auth.errors.js';
import { resourceFault } from './api-rules.js';
import { APIS_CHANGED } from './api-registry.service.js';
import { type ApiProfile, OwnApi } from './own-api.entity.js';
import { ApiRepository } from './api.repository.js';

const MOST_APIS = 100;
const SECURE = 'clients:secure';

/** The caller that changes APIs: a client, an operator, or the command line. */
export type ApiManager = Principal | 'command line';

/** Use cases for managing an enterprise's own APIs. Each public method is one transaction. */
@Injectable()
export class Apis {
  readonly #ours: readonly string[];

  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: ApiRepository,
    private readonly clients: ClientRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.#ours = surfaces.map(({ url }) => url(config));
  }

  async get(tenant: Tenant, id: string): Promise<OwnApi> {
    return (await this.rows.find(tenant, id)) ?? notFound();
  }

  find(tenant: Tenant, resource: string): Promise<OwnApi | null> {
    return this.rows.findByResource(tenant, resource);
  }

  list(tenant: Tenant, limit: number, after?: string): Promise<OwnApi[]> {
    return this.rows.page(tenant, limit, after);
  }

  /** Throws if the API's resource URL or one of its settings is invalid. */
  check(resource: string, profile: ApiProfile): void {
    const detail = resourceFault(resource, this.#ours);
    if (detail !== undefined) throw invalid([{ pointer: '/resource', detail }]);
    OwnApi.check(profile);
  }

  create(by: ApiManager, tenant: Tenant, resource: string, profile: ApiProfile): Promise<OwnApi> {
    this.check(resource, profile);
    const api = OwnApi.create(tenant, resource, profile, this.clock.now());
    demandTwo(by, tenant);
    return this.uow.run(async (tx) => {
      const others = await this.rows.allLocked(tx, tenant);
      if (others.length >= MOST_APIS) throw ApiErrors.tooMany(`An enterprise has at most ${MOST_APIS} APIs`);
      await this.#demandFit(by, api, others);
      await this.rows.add(tx, api, ApiErrors.taken);
      tell(tx, 'auth.api-created', api, { scopes: api.scopeNames });
      return api;
    });
  }

  change(by: ApiManager, tenant: Tenant, id: string, changes: Partial<ApiProfile>): Promise<OwnApi> {
    return this.uow.run(async (tx) => {
      const others = await this.rows.allLocked(tx, tenant);
      const api = (await this.rows.lock(tx, tenant, id)) ?? notFound();
      const [before, look] = [api.scopeNames, reviewedFields(api)];
      api.change(changes, this.clock.now());
      await this.#demandFit(by, api, others);
      await this.#demandUnheld(
        tx,
        api,
        before.filter((name) => !api.scopeNames.includes(name)),
      );
      demandTwo(by, tenant, look);
      await tx.save(api);
      tell(tx, 'auth.api-changed', api, { changed: Object.keys(changes) });
      return api;
    });
  }

  remove(by: ApiManager, tenant: Tenant, id: string): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.rows.allLocked(tx, tenant);
      const api = (await this.rows.lock(tx, tenant, id)) ?? notFound();
      await this.#demandUnheld(tx, api, api.scopeNames);
      demandTwo(by, tenant, reviewedFields(api));
      tx.remove(api);
      tell(tx, 'auth.api-removed', api, {});
    });
  }

  /** Throws if a client has a scope that no API of its tenant defines, or that none of its grant types can obtain. */
  async demandScopes(tx: Tx, client: Client, changed: Partial<ClientProfile> = client): Promise<void> {
    const { apiScopes, grantTypes, tenant } = client;
    if (changed.scopes ?? changed.apiScopes) demandScopes(client);
    if (apiScopes.length === 0 || !(changed.apiScopes ?? changed.grantTypes)) return;
    const known = new Map(
      (await this.rows.allLocked(tx, tenant)).flatMap(({ scopes }) => scopes.map((one) => [one.name, one])),
    );
    const isForItself = (grant: string) => grant === 'client_credentials';
    const errors = apiScopes.flatMap((name, at) => {
      const audience = known.get(name)?.audience;
      const pointer = `/apiScopes/${at}`;
      if (audience === undefined)
        return [{ pointer, detail: 'No API of yours has this scope, on this side, live or test.' }];
      const isReachable = grantTypes.some(
        (grant) =>
          grant === EXCHANGE_GRANT || (isForItself(grant) === (audience === 'service') && grant !== 'refresh_token'),
      );
      return isReachable ? [] : [{ pointer, detail: WITHOUT_GRANT[audience] }];
    });
    if (errors.length > 0) throw invalid(errors);
  }

  /**
   * Throws if an API conflicts with the tenant's other APIs, or refers to an API or a client that does not exist. The
   * command line may name an introspection client that does not exist yet, because configuration files declare APIs
   * before clients. Nobody can authenticate as that client before it is created.
   */
  async #demandFit(by: ApiManager, api: OwnApi, all: readonly OwnApi[]): Promise<void> {
    const others = new Set(all.filter(({ id }) => id !== api.id).flatMap(({ scopeNames }) => scopeNames));
    const errors = api.scopeNames.flatMap((name, at) =>
      others.has(name) ? [{ pointer: `/scopes/${at}/name`, detail: 'Another API of yours has this scope.' }] : [],
    );
    const unknown = api.exchangeFrom.flatMap((resource, at) =>
      all.some((one) => one.resource === resource)
        ? []
        : [{ pointer: `/exchangeFrom/${at}`, detail: 'Must be the resource of another API of yours.' }],
    );
    errors.push(...unknown);
    if (by !== 'command line' && !(await this.#mayIntrospect(api)))
      errors.push({
        pointer: '/introspectionClientId',
        detail: 'Must be a client of yours, on the same side, live or test, with an authMethod other than none.',
      });
    if (errors.length > 0) throw invalid(errors);
  }

  async #mayIntrospect({ introspectionClientId: id, tenant, test }: OwnApi): Promise<boolean> {
    if (id === null) return true;
    const client = await this.clients.find(tenant, id);
    return client !== null && client.test === test && client.authMethod !== 'none';
  }

  /**
   * Throws if a client holds one of the scopes that are to be removed. Otherwise the client would later hold a new
   * scope of the same name in another API.
   */
  async #demandUnheld(tx: Tx, { tenant }: OwnApi, scopes: readonly string[]): Promise<void> {
    const holder = scopes.length === 0 ? undefined : await this.rows.holderOf(tx, tenant, scopes);
    if (holder !== undefined) throw ApiErrors.inUse(`The client ${holder} holds a scope that would end`);
  }
}

const WITHOUT_GRANT = {
  user: 'This scope is for users. It requires a grant type by which users sign in.',
  service: 'This scope is for services. It requires the grant type client_credentials.',
} as const;

/**
 * Requires a second operator's approval for an operator's change to a live API, because the API's tokens give access to
 * real data. Clients and the command line are exempt.
 */
function demandTwo(by: ApiManager, { test }: Tenant, seen?: JsonObject): void {
  if (by !== 'command line' && by.kind === 'operator' && !test) demandSecond(by, SECURE, seen && canonicalDigest(seen));
}

const reviewedFields = ({ rowSeal: _seal, createdAt: _created, updatedAt: _updated, ...look }: OwnApi): JsonObject =>
  look as unknown as JsonObject;

function tell(tx: Tx, kind: string, { id, resource, tenant }: OwnApi, details: JsonObject): void {
  tx.pending.signals.push({ topic: APIS_CHANGED, payload: { tenant: tenant.key } });
  tx.pending.audit.push({ kind, tenant, details: { apiId: id, resource, ...details } });
}

const invalid = (errors: FieldError[]) => KernelErrors.invalidArguments(undefined, { errors });

function notFound(): never {
  throw ApiErrors.notFound();
}
