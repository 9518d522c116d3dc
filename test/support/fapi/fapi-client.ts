import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import type { TestApplication } from '../application.js';
import { Person, type Seen } from '../person.js';
import { fetchAt } from '../relying-party.js';
import { PASSWORD, VERIFIER } from '../signing-in.js';
import type { Answer, Portal } from '../tokens.js';

export type Fields = Readonly<Record<string, string | undefined>>;
type Claims = Readonly<Record<string, unknown>>;

export interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export const ellipticPair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const now = (): number => Math.floor(Date.now() / 1_000);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** The credentials that a client sends with each request. A module can replace them. */
interface Sending {
  readonly assertion?: Claims;
  readonly algorithm?: 'ES256' | 'RS256' | 'PS256' | 'EdDSA';
  /** The DPoP proof; `null` sends none. */
  readonly proof?: string | null;
}

/**
 * A client with the profile `fapi2` that sends plain requests, like the client in a module of the conformance suite.
 */
export class FapiClient {
  readonly dpop = ellipticPair();
  readonly issuer: string;

  private constructor(
    readonly running: TestApplication,
    readonly clientId: string,
    readonly redirectUri: string,
    private readonly keys: Readonly<Record<string, Pair>>,
  ) {
    this.issuer = issuerOf(running.config);
  }

  /** Registers the client by the management API, as an enterprise does. */
  static async made(running: TestApplication, portal: Portal, fields: object = {}): Promise<FapiClient> {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const keys = { ES256: ellipticPair(), RS256: rsa, PS256: rsa, EdDSA: generateKeyPairSync('ed25519') };
    const jwks = {
      keys: await Promise.all([keys.ES256, rsa, keys.EdDSA].map(({ publicKey }) => exportJWK(publicKey))),
    };
    const redirectUri = 'https://app.example/callback';
    const { status, body } = await portal.post('/v1/clients', {
      clientName: 'Account information',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
      authMethod: 'private_key_jwt',
      securityProfile: 'fapi2',
      redirectUris: [redirectUri],
      firstParty: true,
      jwks,
      ...fields,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return new FapiClient(running, body.clientId, redirectUri, keys);
  }

  endpoint(path: 'par' | 'token' | 'userinfo' | 'authorize'): string {
    return `${this.issuer}/oauth/${path}`;
  }

  assertion(claims: Claims = {}, algorithm = 'ES256'): Promise<string> {
    const { privateKey } = this.keys[algorithm] as Pair;
    const usual = { iss: this.clientId, sub: this.clientId, aud: this.issuer, jti: randomUUID() };
    const all = { ...usual, iat: now(), exp: now() + 60, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg: algorithm }).sign(privateKey);
  }

  /** A DPoP proof. `header` replaces members of its header. */
  async proof(claims: Claims = {}, { privateKey, publicKey }: Pair = this.dpop, header: Claims = {}): Promise<string> {
    const jwk = await exportJWK(publicKey);
    const usual = { htm: 'POST', htu: this.endpoint('token'), jti: randomUUID(), iat: now() };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
      .sign(privateKey);
  }

  /** The DPoP proof for a call of userinfo, which serves as the protected resource. */
  proofFor(token: string, claims: Claims = {}, pair?: Pair, header?: Claims): Promise<string> {
    const ath = createHash('sha256').update(token).digest('base64url');
    return this.proof({ htm: 'GET', htu: this.endpoint('userinfo'), ath, ...claims }, pair, header);
  }

  async push(fields: Fields = {}, sending: Sending = {}): Promise<Answer> {
    const usual = {
      response_type: 'code',
      redirect_uri: this.redirectUri,
      scope: 'openid profile',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    };
    return this.#post('par', { ...usual, ...fields }, { proof: null, ...sending });
  }

  /** The address to which the browser is sent after a pushed request. */
  async address(fields: Fields = {}, sending: Sending = {}, beside: Record<string, string> = {}): Promise<URL> {
    const { status, body } = await this.push(fields, sending);
    if (status !== 201) throw new Error(`PAR was refused: ${JSON.stringify(body)}`);
    return this.addressOf(body.request_uri, beside);
  }

  addressOf(requestUri: string, beside: Record<string, string> = {}): URL {
    const url = new URL(this.endpoint('authorize'));
    url.search = new URLSearchParams({ client_id: this.clientId, request_uri: requestUri, ...beside }).toString();
    return url;
  }

  token(fields: Fields, sending: Sending = {}): Promise<Answer> {
    return this.#post('token', { redirect_uri: this.redirectUri, code_verifier: VERIFIER, ...fields }, sending);
  }

  redeem(code: string, fields: Fields = {}, sending: Sending = {}): Promise<Answer> {
    return this.token({ grant_type: 'authorization_code', code, ...fields }, sending);
  }

  refresh(token: string, sending: Sending = {}): Promise<Answer> {
    const none = { redirect_uri: undefined, code_verifier: undefined };
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...none }, sending);
  }

  async resource(token: string, headers: Record<string, string> = {}): Promise<Answer> {
    const proof = headers['DPoP'] ?? (await this.proofFor(token));
    return this.#answer(
      await this.#fetch('userinfo', { headers: { Authorization: `DPoP ${token}`, DPoP: proof, ...headers } }),
    );
  }

  /** Calls the resource with these headers, for example without Authorization or with two of them. */
  async resourceWith(headers: readonly (readonly [string, string])[]): Promise<Answer> {
    return this.#answer(await this.#fetch('userinfo', { headers: headers as [string, string][] }));
  }

  get(path: 'par', method: string): Promise<Response> {
    return this.#fetch(path, { method });
  }

  async #post(path: 'par' | 'token', fields: Fields, { assertion, algorithm, proof }: Sending): Promise<Answer> {
    const all = {
      client_id: this.clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await this.assertion(assertion, algorithm),
      ...fields,
    };
    const known = new URLSearchParams();
    for (const [name, value] of Object.entries<string | undefined>(all))
      if (value !== undefined) known.set(name, value);
    const dpop = proof === undefined ? await this.proof() : proof;
    const headers = dpop === null ? undefined : { DPoP: dpop };
    return this.#answer(await this.#fetch(path, { method: 'POST', body: known, headers }));
  }

  #fetch(path: 'par' | 'token' | 'userinfo', init: object): Promise<Response> {
    return fetchAt(this.running)(this.endpoint(path), init);
  }

  async #answer(response: Response): Promise<Answer> {
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
  }
}

/** Two clients, a signed-in person, and the steps that modules need most often. */
export class FapiPlan {
  private constructor(
    readonly running: TestApplication,
    readonly client: FapiClient,
    readonly other: FapiClient,
    /** A third-party client, so users are asked for consent. */
    readonly foreign: FapiClient,
    readonly person: Person,
  ) {}

  static async of(running: TestApplication, portal: Portal, userId: string): Promise<FapiPlan> {
    const [client, other] = [await FapiClient.made(running, portal), await FapiClient.made(running, portal)];
    const foreign = await FapiClient.made(running, portal, { firstParty: false });
    const person = new Person(running);
    const page = await person.open(await client.address());
    await person.send(page, '/login', { login: userId, password: PASSWORD });
    return new FapiPlan(running, client, other, foreign, person);
  }

  /** The parameters with which the browser returns to the client. */
  async cameBack(address: URL, person = this.person): Promise<URLSearchParams> {
    const { left, html } = await person.open(address);
    if (!left) throw new Error(`The way ended at our own pages: ${html}`);
    return left.searchParams;
  }

  async code(fields: Fields = {}, sending: Sending = {}): Promise<string> {
    const back = await this.cameBack(await this.client.address(fields, sending));
    const code = back.get('code');
    if (code === null) throw new Error(`No code came back: ${back.toString()}`);
    return code;
  }

  async tokens(fields: Fields = {}): Promise<Readonly<Record<string, string>>> {
    const { status, body } = await this.client.redeem(await this.code(fields));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  open(address: URL, person = this.person): Promise<Seen> {
    return person.open(address);
  }
}

/** The name of a module in the suite, what it shows, and the function that runs it. */
export type Module = readonly [name: string, shows: string, run: (plan: FapiPlan) => Promise<void>];
