import { Injectable } from '@nestjs/common';
import type { AccessToken, ClientCredentials, Provider, RefreshToken } from 'oidc-provider';
import { RevokedTokens } from '../../shared/auth-guard/index.js';
import { ApiRegistry } from '../apis/api-registry.service.js';
import type { Client } from '../client/client.entity.js';
import { changeStoredMembers } from '../sessions/stored-members.js';
import { type AskedAbout, mayIntrospect } from '../tokens/revoked-tokens.js';

interface TimeOfIssue {
  /** Time of issue in milliseconds since 1970. Missing in refresh tokens, and in tokens stored by version 1.0.0. */
  issuedAt?: number;
}

/** Decides which clients may introspect a token (RFC 7662, 4). */
@Injectable()
export class IntrospectionPolicy {
  constructor(
    private readonly apis: ApiRegistry,
    private readonly voids: RevokedTokens,
  ) {}

  /**
   * Allows the clients that `mayIntrospect` allows, and the API that the token is for. The API authenticates as the
   * client that the enterprise has chosen for the API's introspection requests.
   */
  async allows(asker: Client, token: AskedAbout, audience: unknown): Promise<boolean> {
    if (mayIntrospect(asker, token)) return true;
    const { enterpriseId, test, tenant, clientId } = asker;
    if (typeof audience !== 'string' || token.enterpriseId !== enterpriseId || token.test !== test) return false;
    return (await this.apis.of(tenant)).at(audience)?.introspectionClientId === clientId;
  }

  /**
   * Applies the same rules as `allows` to a token stored by the engine. Also returns false if the token has been
   * revoked.
   */
  async allowsStored(
    asker: Client,
    token: (AccessToken | ClientCredentials | RefreshToken) & TimeOfIssue,
  ): Promise<boolean> {
    const { enterprise_id: enterpriseId, test, user_id: userId, gid } = ('extra' in token && token.extra) || {};
    const { clientId, scopes, kind, jti, exp, iat } = token;
    const grantId = ('grantId' in token ? token.grantId : undefined) ?? (gid as string | undefined);
    const owner = 'accountId' in token ? token.accountId : clientId;
    const about = { clientId, enterpriseId, test, scopes, ofUser: kind === 'AccessToken' };
    if (!(await this.allows(asker, about, 'aud' in token ? token.aud : undefined))) return false;
    const issuedAt = token.issuedAt ?? iat * 1000;
    return !this.voids.refusalOf({
      ...{
        id: jti,
        keyId: '',
        subject: owner ?? '',
        audience: '',
        clientId: clientId ?? '',
        expiresAt: exp ?? 0,
        issuedAt,
      },
      ...{ enterpriseId: String(enterpriseId), test: test === true, scopes, userId: userId as string | undefined },
      ...{ grantId, authTime: undefined, level: undefined, keyThumbprint: undefined },
    });
  }
}

interface OpaqueToken {
  readonly prototype: { getValueAndPayload: (this: TimeOfIssue) => Promise<unknown> };
}

/**
 * Makes the engine store the time of issue with each opaque token, in milliseconds and by the clock of the database.
 * The engine's own `iat` (in whole seconds, by the clock of the process) is too inexact to tell whether a token was
 * issued before the time up to which all tokens of a user, client or grant were revoked.
 */
export function storeTimesOfIssueInTokens({ AccessToken, ClientCredentials }: Provider, now: () => number): void {
  for (const Token of [AccessToken, ClientCredentials] as unknown as OpaqueToken[]) {
    const { getValueAndPayload } = Token.prototype;
    changeStoredMembers(Token, (members) => [...members, 'issuedAt']);
    Token.prototype.getValueAndPayload = function dated() {
      this.issuedAt ??= now();
      return getValueAndPayload.call(this);
    };
  }
}
