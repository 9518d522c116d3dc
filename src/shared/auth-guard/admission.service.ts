import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/index.js';
import { type AccessToken, Refused } from './access-token.js';
import { ClientFacts, RevokedTokens, type ClientFact } from './bearer.ports.js';
import { DpopProofs } from './dpop-proofs.js';
import type { Principal } from './principal.js';

/**
 * A token is accepted for this long after its expiry, because the clocks of the issuing and the checking process may
 * differ.
 */
const CLOCK_SKEW_SECONDS = 5;

/** An access token, together with details of the request that it was sent with. */
export interface Presented {
  readonly scheme: 'bearer' | 'dpop';
  readonly token: string;
  readonly proof: string | undefined;
  readonly method: string;
  /** The public URL of the request. */
  readonly url: string;
  /** The public base URL of the listener that was called. */
  readonly audience: string;
  readonly address: string | undefined;
}

/**
 * Admits a caller with a correctly signed access token. Everything that can change after the token was issued is
 * checked on every request.
 */
@Injectable()
export class Admission {
  constructor(
    private readonly revoked: RevokedTokens,
    private readonly clients: ClientFacts,
    private readonly proofs: DpopProofs,
    private readonly clock: Clock,
  ) {}

  async admit(token: AccessToken, presented: Presented): Promise<Principal> {
    this.#checkValid(token, presented);
    const client = await this.clients.find(token.clientId);
    if (!client) throw new Refused('invalid_token', 'Its client is no more');
    if (!client.allowedCallers.includes(presented.address)) {
      throw new Refused('invalid_token', 'Its client may not call from this address');
    }
    await this.#checkBinding(token, presented);
    return principalOf(token, client, client.responsibleAt(this.clock.now()));
  }

  #checkValid(token: AccessToken, { audience }: Presented): void {
    if (token.audience !== audience) throw new Refused('invalid_token', 'It is for another audience');
    if (this.clock.now().getTime() / 1000 >= token.expiresAt + CLOCK_SKEW_SECONDS) {
      throw new Refused('invalid_token', 'It is expired');
    }
    const refusal = this.revoked.refusalOf(token);
    if (refusal) throw refusal;
  }

  async #checkBinding({ keyThumbprint }: AccessToken, presented: Presented): Promise<void> {
    const { scheme, proof } = presented;
    if (keyThumbprint === undefined) {
      if (scheme === 'dpop') throw new Refused('invalid_token', 'It is not bound to a key');
      return;
    }
    if (scheme !== 'dpop') throw new Refused('invalid_token', 'It is bound to a key, and needs the DPoP scheme');
    if (!proof) throw new Refused('invalid_dpop_proof', 'Its proof is missing');
    await this.proofs.check({ ...presented, proof }, keyThumbprint);
  }
}

function principalOf(
  token: AccessToken,
  { administrator }: ClientFact,
  responsibleOperator: string | undefined,
): Principal {
  const { clientId, enterpriseId, test, scopes, subject, userId, grantId, authTime, level } = token;
  const common = { clientId, enterpriseId, test, scopes, ...(responsibleOperator && { responsibleOperator }) };
  if (userId === undefined) return { kind: 'client', administrator, ...common };
  return {
    kind: 'user',
    administrator: false,
    sub: subject,
    userId,
    ...common,
    ...(grantId && { grantId }),
    ...(authTime && { authTime }),
    ...(level && { level }),
  };
}
