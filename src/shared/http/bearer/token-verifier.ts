import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { CONFIG, type Config } from '../../../config.js';
import { readAccessToken, type AccessToken, type Claims } from './access-token.js';
import { Refused } from './refused.js';
import { issuerOf } from './issuer.js';
import { TokenKeys } from './token-keys.port.js';

/**
 * Checks a token's signature, issuer and type with passport-jwt; its time is looked at on every use. The strategy is run
 * as Passport runs it, but belongs to this application alone (Passport's own registry is one for the whole process) and
 * needs no HTTP request, since a socket brings its token in a message.
 */
@Injectable()
export class TokenVerifier {
  readonly #strategy: Strategy;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: TokenKeys,
  ) {
    this.#strategy = new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: (presented: Presented, _raw, done) => done(null, presented.publicKey),
        algorithms: ['ES256'],
        issuer: issuerOf(config),
        ignoreExpiration: true,
        passReqToCallback: true,
      },
      ({ header }: Presented, claims: Claims, done) => done(null, readAccessToken(header, claims) ?? false),
    );
  }

  async verify(raw: string): Promise<AccessToken> {
    const header = headerOf(raw);
    const key = await this.keys.keyFor(header.kid ?? '');
    if (!key) throw new Refused('invalid_token', 'It is signed with an unknown key');
    const publicKey = key.export({ type: 'spki', format: 'pem' });
    return this.#authenticate({ headers: { authorization: `Bearer ${raw}` }, header, publicKey });
  }

  #authenticate(presented: Presented): Promise<AccessToken> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Refused('invalid_token', 'It is malformed, or not an access token of this issuer'));
      const run = Object.assign(Object.create(this.#strategy) as Strategy, { success: resolve, fail, error: fail });
      // Of the request, passport-jwt reads what its functions above read, and nothing else.
      run.authenticate(presented as unknown as Request);
    });
  }
}

interface Presented {
  readonly headers: { readonly authorization: string };
  readonly header: Claims;
  readonly publicKey: string | Buffer;
}

function headerOf(raw: string): Claims & { readonly kid?: string } {
  try {
    const { alg, typ, kid } = decodeProtectedHeader(raw);
    return { alg, typ, ...(typeof kid === 'string' && { kid }) };
  } catch {
    throw new Refused('invalid_token', 'It is not a JWT');
  }
}
