import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf } from '../../shared/auth-guard/index.js';
import { Clock, type JsonObject } from '../../shared/kernel/index.js';
import { SecurityEventTokens } from '../contract/index.js';
import { SigningKeys } from './signing-keys.service.js';

/** The signature algorithm that the CAEP Interoperability Profile requires. */
const ALGORITHM = 'RS256';

/** Signs security event tokens. Their header `typ` prevents their use as tokens of any other kind. */
@Injectable()
export class SignedSecurityEvents extends SecurityEventTokens {
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    super();
    this.#issuer = issuerOf(config);
  }

  async sign(claims: JsonObject): Promise<string> {
    const key = await this.keys.active(ALGORITHM);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'secevent+jwt' })
      .setIssuer(this.#issuer)
      .setIssuedAt(Math.floor(this.clock.now().getTime() / 1_000))
      .sign(this.keys.openPrivateKey(key));
  }
}
