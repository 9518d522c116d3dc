import { Inject, Injectable } from '@nestjs/common';
import { createLocalJWKSet, errors as joseErrors, type JWTPayload, jwtVerify } from 'jose';
import { type Client as EngineClient, errors } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { issuerOf } from '../../../shared/auth-guard/index.js';
import { UserDirectory } from '../../../users/contract/index.js';
import type { Client } from '../../client/client.entity.js';
import { ClientKeySets } from '../client-keys/client-key-sets.service.js';
import { EngineClients } from '../engine/engine-clients.service.js';
import { EngineStore } from '../storage/engine-store.service.js';

const TYPE = 'login-hint+jwt';
const LONGEST_SECONDS = 600;

/**
 * Finds the user whom a client identifies in a backchannel request. `BackchannelRequests` then checks that the user
 * belongs to the tenant of the client.
 */
@Injectable()
export class LoginHints {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly clients: EngineClients,
    private readonly users: UserDirectory,
    private readonly store: EngineStore,
    private readonly keySets: ClientKeySets,
  ) {
    this.#issuer = issuerOf(config);
  }

  /** Finds the user by `userId` or by another login name. */
  async byName(client: EngineClient, hint: string): Promise<string | undefined> {
    return (await this.users.findByLogin(this.clients.recordOf(client).tenant, hint))?.ref.sub;
  }

  /** Finds the user by a JWT that the client has signed. The JWT identifies the user as defined in RFC 9493. */
  async byToken(client: EngineClient, token: string): Promise<string | undefined> {
    const record = this.clients.recordOf(client);
    const { sub_id: subject, jti = '', exp = 0, iat = 0 } = await this.#verified(record, token);
    const validUntil = Math.min(exp, iat + LONGEST_SECONDS);
    if (!(await this.store.firstUse(`hint ${record.clientId}`, jti, validUntil)))
      throw new errors.InvalidRequest('the login_hint_token was used before');
    const { format, id, iss, sub } = Object(subject) as Readonly<Record<string, unknown>>;
    if (format === 'opaque' && typeof id === 'string') return this.byName(client, id);
    return format === 'iss_sub' && iss === this.#issuer && typeof sub === 'string' ? sub : undefined;
  }

  async #verified({ jwks: own, jwksUri, enterpriseId, clientId }: Client, token: string): Promise<JWTPayload> {
    const jwks = jwksUri === null ? own : await this.keySets.at(jwksUri, enterpriseId).catch(() => ({ keys: [] }));
    if (!jwks) throw new errors.InvalidRequest('a login_hint_token needs a client with keys: use private_key_jwt');
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
        ...{ issuer: clientId, audience: this.#issuer, typ: TYPE, maxTokenAge: LONGEST_SECONDS },
        ...{ algorithms: ['ES256', 'PS256'], requiredClaims: ['exp', 'jti', 'sub_id'] },
      });
      return payload;
    } catch (error) {
      if (error instanceof joseErrors.JWTExpired)
        throw new errors.ExpiredLoginHintToken('the login_hint_token has expired');
      throw new errors.InvalidRequest('the login_hint_token is not valid', undefined, { cause: error });
    }
  }
}
