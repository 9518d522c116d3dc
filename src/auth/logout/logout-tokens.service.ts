import { Injectable, Inject } from '@nestjs/common';
import { SignJWT } from 'jose';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf } from '../../shared/auth-guard/index.js';
import { Clock, newId } from '../../shared/kernel/index.js';
import type { Client } from '../client/client.entity.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import type { LogoutNotice } from './logout-notices.service.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const GOOD_FOR_SECONDS = 120;

/** Creates logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4), signed like the application's ID tokens. */
@Injectable()
export class LogoutTokens {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    this.#issuer = issuerOf(config);
  }

  async issue({ clientId, idTokenSignedResponseAlg: alg }: Client, { sub, sid }: LogoutNotice): Promise<string> {
    const key = await this.keys.active(alg);
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({ sid, events: { [EVENT]: {} } })
      .setProtectedHeader({ alg, kid: key.kid, typ: 'logout+jwt' })
      .setIssuer(this.#issuer)
      .setAudience(clientId)
      .setSubject(sub)
      .setJti(newId())
      .setIssuedAt(now)
      .setExpirationTime(now + GOOD_FOR_SECONDS)
      .sign(this.keys.openPrivateKey(key));
  }
}
