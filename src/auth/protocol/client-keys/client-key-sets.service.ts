import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet, JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { Clock } from '../../../shared/kernel/index.js';
import { Outbound } from '../../../shared/outbound/index.js';
import { EngineClients } from '../engine/engine-clients.service.js';

const KEPT_MS = 300_000;
/** How long to wait before calling a failed `jwks_uri` again. Otherwise each request would wait for its timeout. */
const FAILED_MS = 30_000;
const TIMEOUT_MS = 2_500;
const MOST_BYTES = 65_536;
const MOST_KEYS = 20;
const MOST_KEPT = 1_000;

interface Known {
  readonly until: number;
  readonly keys: Promise<JSONWebKeySet>;
}

/** Fetches and caches the keys that clients publish at their `jwks_uri`. */
@Injectable()
export class ClientKeySets {
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly outbound: Outbound,
    private readonly clients: EngineClients,
    private readonly clock: Clock,
  ) {
    loadDispatcher();
  }

  /**
   * Fetches keys for the engine, but only those of the client whose request is being handled. Any other call throws.
   */
  readonly fetch = async (url: string | URL | Request): Promise<Response> => {
    const client = Provider.ctx?.oidc.client;
    const { jwksUri = null, enterpriseId = '' } = client ? this.clients.recordOf(client) : {};
    if (jwksUri === null || new URL(jwksUri).href !== (url instanceof Request ? url.url : String(url)))
      throw new Error('The protocol engine makes no other calls of its own');
    return Response.json(await this.at(jwksUri, enterpriseId));
  };

  /** Returns the keys published at a `jwks_uri`, cached for some time. Concurrent requests share one call. */
  at(jwksUri: string, enterpriseId: string): Promise<JSONWebKeySet> {
    const now = this.clock.now().getTime();
    const known = this.#known.get(jwksUri);
    if (known && known.until > now) return known.keys;
    const keys = this.#read(jwksUri, enterpriseId);
    this.#keep(jwksUri, { keys, until: now + KEPT_MS });
    keys.catch(() => this.#keep(jwksUri, { keys, until: now + FAILED_MS }));
    return keys;
  }

  #keep(jwksUri: string, known: Known): void {
    this.#known.delete(jwksUri);
    this.#known.set(jwksUri, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
  }

  async #read(url: string, owner: string): Promise<JSONWebKeySet> {
    const { status, body } = await this.outbound.send({
      ...{
        purpose: 'client-keys',
        owner,
        url,
        method: 'GET',
        headers: { Accept: 'application/jwk-set+json, application/json' },
      },
      ...{ timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES },
    });
    if (status !== 200) throw new Error(`The keys of the client could not be read: status ${status}`);
    return publicKeysIn(JSON.parse(body.toString('utf8')));
  }
}

/**
 * Reads a global, which makes Node load its HTTP client. The engine has a line that does this, but our bundle omits
 * that line. If the HTTP client were not loaded, the first request of the engine would log a warning that it cannot
 * check addresses. The warning would be wrong, because `Outbound` checks the addresses of all requests.
 */
const loadDispatcher = (): unknown => Reflect.get(globalThis, 'Response');

const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use'] as const;
const KINDS: readonly unknown[] = ['EC', 'OKP', 'RSA'];

/** Leaves out encryption keys, and members that are not part of a public key. */
function publicKeysIn(given: unknown): JSONWebKeySet {
  const { keys } = Object(given) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length > MOST_KEYS)
    throw new Error('The client publishes no set of at most 20 keys');
  const found = keys.map((key) => Object(key) as Readonly<Record<string, unknown>>);
  return {
    keys: found
      .filter(({ kty, use }) => KINDS.includes(kty) && (use === undefined || use === 'sig'))
      .map(
        (key) =>
          Object.fromEntries(
            MEMBERS.flatMap((name) => (typeof key[name] === 'string' ? [[name, key[name]]] : [])),
          ) as unknown as JWK,
      ),
  };
}
