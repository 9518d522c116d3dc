import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Config } from '../../config.js';
import { Clock } from '../kernel/index.js';
import { Admission } from './admission.service.js';
import { AllowedCallers, type ClientFact, ClientFacts, RevokedTokens, TokenKeys } from './bearer.ports.js';
import { DpopProofs } from './dpop-proofs.js';
import type { Principal } from './principal.js';
import { Refused } from './access-token.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { Request } from 'express';

class SetClock extends Clock {
  at = new Date();
  now(): Date {
    return this.at;
  }
}

class OneKey extends TokenKeys {
  asked = 0;
  constructor(private readonly key: KeyObject) {
    super();
  }
  keyFor(): Promise<KeyObject> {
    this.asked++;
    return Promise.resolve(this.key);
  }
}

class ChosenVoids extends RevokedTokens {
  why: Refused | undefined;
  refusalOf(): Refused | undefined {
    return this.why;
  }
}

const factOf = (administrator: boolean, from: readonly string[] = [], responsible?: string): ClientFact => ({
  administrator,
  allowedCallers: new AllowedCallers(from),
  responsibleAt: () => responsible,
});

class OneClient extends ClientFacts {
  fact: ClientFact | undefined = factOf(true);
  find(): Promise<ClientFact | undefined> {
    return Promise.resolve(this.fact);
  }
}

interface Call {
  readonly token?: string;
  readonly scheme?: string;
  readonly dpop?: string;
  readonly audience?: string;
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('Admission remembers that a signature was good, and', () => {
  let clock: SetClock;
  let keys: OneKey;
  let voids: ChosenVoids;
  let clients: OneClient;
  let strategy: BearerStrategy;
  let token: string;
  afterEach(() => strategy.onModuleDestroy());
  beforeEach(async () => {
    clock = new SetClock();
    [keys, voids, clients] = [new OneKey(publicKey), new ChosenVoids(), new OneClient()];
    const admission = new Admission(voids, clients, new DpopProofs(clock), clock);
    strategy = new BearerStrategy({ authUrl: 'https://auth.test' } as Config, keys, admission);
    token = await signed();
  });

  const signed = (claims: object = {}) =>
    new SignJWT({ client_id: 'c', enterprise_id: 'e', test: false, scope: 'a', ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k' })
      .setIssuer('https://auth.test/service/authserver')
      .setSubject('c')
      .setAudience('https://management.test')
      .setJti('j')
      .setIssuedAt(clock.at)
      .setExpirationTime(Math.floor(clock.at.getTime() / 1000) + 60)
      .sign(privateKey);
  const requestOf = ({ token: raw = token, scheme = 'Bearer', dpop, audience = 'https://management.test' }: Call) =>
    ({
      headers: { authorization: `${scheme} ${raw}`, dpop },
      method: 'GET',
      originalUrl: '/v1/users',
      surface: { url: () => audience },
      ip: '127.0.0.1',
    }) as unknown as Request;
  /** Runs the strategy as Passport does. */
  const verified = (request: Request) =>
    new Promise<Principal>((success, refuse) => {
      const fail = (info: unknown) => refuse(info instanceof Error ? info : new Error('no access token'));
      Object.assign(Object.create(strategy) as BearerStrategy, { success, fail, error: fail }).authenticate(request);
    });
  /** Admits a request as the guard does: first looks for a token that was already verified. */
  const admit = async (call: Call = {}) => {
    const request = requestOf(call);
    return (await strategy.callerOfKnownToken(request)) ?? (await verified(request));
  };

  it('checks it once', async () => {
    await admit();
    await admit();
    expect(keys.asked).toBe(1);
  });

  it('still sees the token expire', async () => {
    await admit();
    clock.at = new Date(clock.at.getTime() + 64_000);
    await expect(admit()).resolves.toBeDefined(); // within the allowed clock skew
    clock.at = new Date(clock.at.getTime() + 2_000);
    await expect(admit()).rejects.toThrow('It is expired');
  });

  it('still sees it revoked', async () => {
    await admit();
    voids.why = new Refused('invalid_token', 'It was revoked');
    await expect(admit()).rejects.toThrow('It was revoked');
  });

  it('still sees its client go', async () => {
    await admit();
    clients.fact = undefined;
    await expect(admit()).rejects.toThrow('Its client is no more');
  });

  it('still sees its client lose an address', async () => {
    await admit();
    clients.fact = factOf(false, ['203.0.113.7']);
    await expect(admit()).rejects.toThrow('may not call from this address');
  });

  it('says which operator is behind its client in the first days', async () => {
    expect(await admit()).not.toHaveProperty('responsibleOperator');
    clients.fact = factOf(true, [], 'anna');
    expect(await admit()).toMatchObject({ responsibleOperator: 'anna' });
  });

  it('still demands the audience of the surface that was called', async () => {
    await admit();
    await expect(admit({ audience: 'https://mobile.test' })).rejects.toThrow('It is for another audience');
  });

  it('still demands a proof of a bound token, each time', async () => {
    token = await signed({ cnf: { jkt: 'abc' } });
    await expect(admit()).rejects.toThrow('needs the DPoP scheme');
    await expect(admit({ scheme: 'DPoP' })).rejects.toThrow('Its proof is missing');
    await expect(admit({ scheme: 'DPoP', dpop: 'abc' })).rejects.toThrow('It is malformed');
  });

  it('remembers nothing of a token that was refused', async () => {
    const spoilt = `${token.slice(0, -4)}AAAA`;
    await expect(admit({ token: spoilt })).rejects.toThrow('invalid signature');
    await expect(admit({ token: spoilt })).rejects.toThrow('invalid signature');
    expect(keys.asked).toBe(2);
  });

  it('makes no administrator of a user whose client is one', async () => {
    expect(await admit()).toMatchObject({ kind: 'client', administrator: true });
    token = await signed({ user_id: 'jane' });
    expect(await admit()).toMatchObject({ kind: 'user', administrator: false, userId: 'jane' });
  });
});
