import { Injectable } from '@nestjs/common';
import { CompactSign } from 'jose';
import { Clock } from '../../shared/kernel/index.js';
import { RequestSignatures } from '../contract/index.js';
import { SigningKeys } from './signing-keys.service.js';

const ALGORITHM = 'ES256';

/**
 * Signs our requests to enterprises' servers, with the key that signs access tokens. The header `typ` differs, so that
 * these signatures cannot be used as tokens.
 */
@Injectable()
export class SignedRequests extends RequestSignatures {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  async sign(body: string, audience: string): Promise<string> {
    const key = await this.keys.active(ALGORITHM);
    const iat = Math.floor(this.clock.now().getTime() / 1_000);
    const jws = await new CompactSign(Buffer.from(body))
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'request+jws', iat, aud: audience })
      .sign(this.keys.openPrivateKey(key));
    const [header = '', , signature = ''] = jws.split('.');
    return `${header}..${signature}`;
  }
}
