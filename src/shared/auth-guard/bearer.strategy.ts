import { hash, randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { CONFIG, type Config } from '../../config.js';
import { Clock, KernelErrors } from '../kernel/index.js';
import { readAccessToken, type AccessToken, type Claims, issuerOf, Refused } from './access-token.js';
import { Admission, type Presented } from './admission.service.js';
import { TokenKeys } from './bearer.ports.js';
import type { Principal } from './principal.js';

const MOST_REMEMBERED = 10_000;

/** Tokens bound to a key use the scheme `DPoP` instead of `Bearer` (RFC 6750 and RFC 9449). */
const bearerTokenIn = ExtractJwt.fromAuthHeaderAsBearerToken();
const boundTokenIn = ExtractJwt.fromAuthHeaderWithScheme('dpop');
const tokenIn = (request: Request): string => bearerTokenIn(request) ?? boundTokenIn(request) ?? '';

/** Thrown if the signing keys could not be read, so that it is unknown whether the token is valid. */
export class KeysUnavailable extends Error {}

/**
 * Verifies the signature, issuer and type of an access token with passport-jwt. `Admission` checks everything that can
 * change after a token was issued. Verified tokens are cached by their hash, because verifying a signature costs more
 * than the rest of a small request. The guard uses Passport only for tokens that are not in the cache.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) implements OnModuleDestroy {
  // `private` rather than `#`: Passport runs the strategy on copies, which do not have `#` fields.
  private readonly verified = new LRUCache<string, AccessToken>({ max: MOST_REMEMBERED });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    keys: TokenKeys,
    private readonly admission: Admission,
  ) {
    super({
      jwtFromRequest: tokenIn,
      secretOrKeyProvider: (_request, raw: string, done) => void publicKeyOf(keys, raw).then(...callbacksOf(done)),
      algorithms: ['ES256'],
      issuer: issuerOf(config),
      ignoreExpiration: true, // `Admission` checks the expiry on every use
      passReqToCallback: true,
    });
    this.name = `bearer-${randomUUID()}`;
    passport.use(this);
  }

  /**
   * Prevents Nest from registering the strategy. Passport has one registry per process, so the constructor registers
   * the strategy of each application under a unique name.
   */
  getPassportInstance(): { use: () => void } {
    return { use: () => undefined };
  }

  onModuleDestroy(): void {
    passport.unuse(this.name);
  }

  /** Returns the caller if the request has a token that is in the cache of verified tokens, otherwise `undefined`. */
  async callerOfKnownToken(request: Request): Promise<Principal | undefined> {
    const token = this.verified.get(digestOf(tokenIn(request)));
    return token && this.admit(token, request);
  }

  /** Called by passport-jwt for a token with a valid signature. */
  async validate(request: Request, claims: Claims): Promise<Principal | false> {
    const raw = tokenIn(request);
    const token = readAccessToken(decodeProtectedHeader(raw) as Claims, claims);
    if (!token) return false;
    this.verified.set(digestOf(raw), token);
    return this.admit(token, request);
  }

  private async admit(token: AccessToken, request: Request): Promise<Principal> {
    const { surface } = request;
    if (!surface) throw KernelErrors.forbidden('It is not known by which surface this request came');
    return this.admission.admit(token, presentedBy(request, surface.url(this.config)));
  }
}

const AUTHORIZATION = /^(bearer|dpop) +([\w.~+/-]+=*)$/i;

function presentedBy(request: Request, audience: string): Presented {
  const { authorization = '', dpop } = request.headers;
  const [, scheme, token] = AUTHORIZATION.exec(authorization) ?? [];
  if (!scheme || !token) throw noToken();
  return {
    scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer',
    token,
    proof: typeof dpop === 'string' ? dpop : undefined,
    method: request.method,
    url: new URL(request.originalUrl, audience).href,
    audience,
    address: request.ip,
  };
}

const noToken = () => new Refused('missing', 'Send an access token in the Authorization header');

/** The reason why passport-jwt found no valid token in a request. */
export function refusalOf({ headers }: Request, info: unknown): unknown {
  if (!AUTHORIZATION.test(headers.authorization ?? '')) return noToken();
  if (info instanceof KeysUnavailable) return info.cause;
  if (info instanceof Refused) return info;
  return new Refused('invalid_token', 'It is malformed, or not an access token of this issuer');
}

const digestOf = (raw: string): string => hash('sha256', raw, 'base64');

async function publicKeyOf(keys: TokenKeys, raw: string): Promise<string | Buffer> {
  const key = await keys.keyFor(keyIdOf(raw)).catch((cause: unknown) => {
    throw new KeysUnavailable('The signing keys could not be read', { cause });
  });
  if (!key) throw new Refused('invalid_token', 'It is signed with an unknown key');
  return key.export({ type: 'spki', format: 'pem' });
}

function keyIdOf(raw: string): string {
  try {
    const { kid } = decodeProtectedHeader(raw);
    return typeof kid === 'string' ? kid : '';
  } catch {
    throw new Refused('invalid_token', 'It is not a JWT');
  }
}

type Done = (error: unknown, key?: string | Buffer) => void;

const callbacksOf = (done: Done) =>
  [(key: string | Buffer) => done(null, key), (error: unknown) => done(error)] as const;

/** Verifies a token that is a parameter of a request and not its credential: signature, issuer, type and expiry. */
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
