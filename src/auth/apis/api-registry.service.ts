import { Injectable } from '@nestjs/common';
import { ReadThroughCache, Tenant } from '../../shared/kernel/index.js';
import { withoutDeferral } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import type { ApiScope } from './api-rules.js';
import type { OwnApi } from './own-api.entity.js';
import type { OwnScopes } from '../tokens/token-plan.js';
import { ApiRepository } from './api.repository.js';

const MOST = 10_000;

/** Notification channel that tells each process that the APIs of a tenant have changed. */
export const APIS_CHANGED = 'auth.apis-changed';

/** The APIs that one tenant has defined, indexed by scope and by resource URL. */
export class KnownApis {
  readonly #byScope = new Map<string, { readonly api: OwnApi; readonly scope: ApiScope }>();
  readonly #byResource = new Map<string, OwnApi>();

  constructor(apis: readonly OwnApi[]) {
    for (const api of apis) {
      this.#byResource.set(api.resource, api);
      for (const scope of api.scopes) this.#byScope.set(scope.name, { api, scope });
    }
  }

  ofScope(name: string): { readonly api: OwnApi; readonly scope: ApiScope } | undefined {
    return this.#byScope.get(name);
  }

  /**
   * For each of a client's scopes, returns the API that defines it, and whether users grant it or the client obtains it
   * on its own behalf (`audience`). Scopes that no API defines any more are left out.
   */
  held(names: readonly string[]): OwnScopes {
    const found = names.map((name) => [name, this.#byScope.get(name)] as const);
    return new Map(
      found.flatMap(([name, one]) => (one ? [[name, { api: one.api.resource, audience: one.scope.audience }]] : [])),
    );
  }

  /** Descriptions of all scopes in the given language, falling back to English. */
  meanings(language: string): ReadonlyMap<string, string> {
    const all = [...this.#byScope.values()].map(({ scope }) => scope);
    return new Map(all.map(({ name, description }) => [name, description[language] ?? description['en'] ?? name]));
  }

  /** The API with this resource URL, compared character by character (RFC 8707, section 2). */
  at(resource: string): OwnApi | undefined {
    return this.#byResource.get(resource);
  }
}

/**
 * Caches the APIs of each tenant in memory. An API whose row was altered in the database (its keyed hash does not
 * match) is treated as missing.
 */
@Injectable()
export class ApiRegistry {
  readonly #known: ReadThroughCache<string, KnownApis>;

  constructor(apis: ApiRepository, seals: SealedRows) {
    this.#known = new ReadThroughCache(MOST, async (key) => {
      const rows = await withoutDeferral(() => apis.all(tenantOf(key)));
      const holds = await withoutDeferral(() => Promise.all(rows.map((row) => seals.holds(row))));
      return new KnownApis(rows.filter((_row, at) => holds[at]));
    });
  }

  async of(tenant: Tenant): Promise<KnownApis> {
    return (await this.#known.get(tenant.key)) ?? new KnownApis([]);
  }

  forget(key: string): void {
    this.#known.forget(key);
  }

  forgetAll(): void {
    this.#known.forgetAll();
  }
}

/** Returns the tenant with the given `Tenant.key`. */
function tenantOf(key: string): Tenant {
  const at = key.lastIndexOf('/');
  return Tenant.of(key.slice(0, at), key.slice(at + 1) === 'true');
}
