import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../kernel/clock.js';
import { readAccessToken, type AccessToken, type Claims } from './access-token.js';
import { TokenKeys } from './bearer.ports.js';
import { keyIdOf } from './bearer.strategy.js';
import { issuerOf } from './issuer.js';
import { Refused } from './refused.js';

/** Checks a token that is asked about, rather than presented with a request: its signature, issuer, type and time. */
@Injectable()
export class TokenVerifier {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: TokenKeys,
    private readonly clock: Clock,
  ) {}

  async verify(raw: string): Promise<AccessToken> {
    const key = await this.keys.keyFor(keyIdOf(raw));
    if (!key) throw new Refused('invalid_token', 'It is signed with an unknown key');
    const options = { algorithms: ['ES256'], issuer: issuerOf(this.config), currentDate: this.clock.now() };
    const verified = await jwtVerify(raw, key, options).catch(() => undefined);
    const token = verified && readAccessToken(verified.protectedHeader as Claims, verified.payload as Claims);
    if (!token) throw new Refused('invalid_token', 'It is malformed, or not an access token of this issuer');
    return token;
  }
}
