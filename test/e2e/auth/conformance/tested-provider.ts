import { createHash, randomUUID } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import type { NewClient } from '../../../../src/auth/client/client-profile.js';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { Person, type Seen } from '../../../support/person.js';
import { clientWithSecret, fetchAt } from '../../../support/relying-party.js';
import { active, MANY_LOGINS, PASSWORD } from '../../../support/signing-in.js';

export const REDIRECT_URI = 'https://app.example/callback';
export const BYE = 'https://app.example/bye';

export type ResponseMode = 'default' | 'form_post';
export type Params = Readonly<Record<string, string | undefined>>;
export type Metadata = Readonly<Record<string, any>>;

export interface Registered {
  readonly client: Client;
  readonly secret: string;
}

export interface Tokens {
  readonly status: number;
  readonly body: any;
}

/** The service as the conformance suite sees it: by its discovery document, with clients that are registered already. */
export class TestedProvider {
  private constructor(
    readonly running: TestApplication,
    readonly metadata: Metadata,
    readonly registered: Registered,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<TestedProvider> {
    const running = await startTestApplication({ env: { ...MANY_LOGINS, ...env } });
    const found = await fetchAt(running)(`${issuerOf(running.config)}/.well-known/openid-configuration`);
    return new TestedProvider(running, (await found.json()) as Metadata, await register(running));
  }

  get issuer(): string {
    return issuerOf(this.running.config);
  }

  fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    return fetchAt(this.running)(url, init);
  }

  register(profile: Partial<NewClient>): Promise<Registered> {
    return register(this.running, profile);
  }

  async verified(token: string, audience: string, options = {}): Promise<JWTPayload> {
    const keys = createRemoteJWKSet(new URL(this.metadata['jwks_uri']), { [customFetch]: fetchAt(this.running) });
    const { payload } = await jwtVerify(token, keys, { issuer: this.issuer, audience, clockTolerance: 5, ...options });
    return payload;
  }

  close(): Promise<void> {
    return this.running.close();
  }
}

const register = (running: TestApplication, profile: Partial<NewClient> = {}): Promise<Registered> =>
  clientWithSecret(running, {
    clientName: 'Conformance',
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
    redirectUris: [REDIRECT_URI],
    postLogoutRedirectUris: [BYE],
    authMethod: 'client_secret_basic',
    firstParty: true,
    ...profile,
  });

/** The answer to an authorization request: parameters for the application, or a page of ours. */
export interface Reply {
  readonly asked: Params;
  readonly page: Seen;
  readonly answer: Readonly<Record<string, string>> | undefined;
  readonly loggedIn: boolean;
}

export interface Happy {
  readonly reply: Reply;
  readonly code: string;
  readonly tokens: any;
  readonly idToken: JWTPayload;
  readonly userinfo: any;
}

/** One run of a module: a user with a browser of their own, at an application. */
export class ModuleRun {
  readonly person: Person;
  readonly login = `c-${randomUUID().slice(0, 12)}`;
  sub = '';

  private constructor(
    readonly provider: TestedProvider,
    readonly mode: ResponseMode,
    readonly registered: Registered,
  ) {
    this.person = new Person(provider.running);
  }

  static async of(provider: TestedProvider, mode: ResponseMode = 'default', registered = provider.registered) {
    const run = new ModuleRun(provider, mode, registered);
    const details = { firstName: 'Nadia', lastName: 'Novak', emailId: `${run.login}@mail.example` };
    run.sub = await active(provider.running, run.login, { ...details, mobileNumber: '+4915112345678' });
    return run;
  }

  get clientId(): string {
    return this.registered.client.clientId;
  }

  request(params: Params = {}): Params {
    return {
      client_id: this.clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'openid',
      state: randomUUID(),
      nonce: randomUUID(),
      response_type: 'code',
      ...(this.mode === 'form_post' && { response_mode: 'form_post' }),
      ...params,
    };
  }

  /** Asks for a code, and logs in where the service wants it. */
  async ask(asked: Params, method: 'GET' | 'POST' = 'GET'): Promise<Reply> {
    const url = new URL(this.provider.metadata['authorization_endpoint']);
    const params = fieldsOf(asked);
    if (method === 'GET') url.search = params.toString();
    const first = await this.person.go(url, { method, ...(method === 'POST' && { body: params }) });
    const loggedIn = first.forms.some(({ action }) => action.endsWith('/login'));
    const page = loggedIn ? await this.person.send(first, '/login', { login: this.login, password: PASSWORD }) : first;
    return { asked, page, answer: this.#answerIn(page), loggedIn };
  }

  /** By a form that the page sends, or by the address. */
  #answerIn({ left, forms }: Seen): Reply['answer'] {
    const form = forms.find(({ action }) => action === REDIRECT_URI);
    if (this.mode === 'form_post') return form?.fields;
    if (!left) return undefined;
    expect(left.origin + left.pathname).toBe(REDIRECT_URI);
    return Object.fromEntries(left.searchParams);
  }

  codeOf({ asked, answer, page }: Reply): string {
    expect({ answer, html: answer ? '' : page.html }).toMatchObject({ answer: { state: asked['state'] } });
    expect(answer).not.toHaveProperty('error');
    if (answer?.['iss'] !== undefined) expect(answer['iss']).toBe(this.provider.issuer);
    return answer?.['code'] ?? '';
  }

  async token(fields: Params, by: 'basic' | 'post' = 'basic', registered = this.registered): Promise<Tokens> {
    const [id, secret] = [registered.client.clientId, registered.secret];
    const inBody = by === 'post' && { client_id: id, client_secret: secret };
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
    const response = await this.provider.fetch(this.provider.metadata['token_endpoint'], {
      method: 'POST',
      headers: by === 'basic' ? { authorization: basic } : {},
      body: fieldsOf({ ...fields, ...inBody }),
    });
    expect(response.headers.get('cache-control')).toContain('no-store');
    return { status: response.status, body: await response.json() };
  }

  redeem(code: string, more: Params = {}, by: 'basic' | 'post' = 'basic'): Promise<Tokens> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...more }, by);
  }

  /** As the suite checks each ID token: issuer, audience, times, nonce, subject, signature and hash of the access token. */
  async idTokenOf({ body }: Tokens, nonce: string | undefined): Promise<JWTPayload> {
    const claims = await this.provider.verified(body.id_token, this.clientId, {
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: 300,
    });
    expect(claims.sub).toBe(this.sub);
    expect(claims['nonce']).toBe(nonce);
    if (claims['azp'] !== undefined) expect(claims['azp']).toBe(this.clientId);
    if (claims['at_hash'] !== undefined) expect(claims['at_hash']).toBe(hashOf(body.access_token));
    expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    return claims;
  }

  async userinfo(accessToken: string, how: 'get' | 'post header' | 'post body' = 'get'): Promise<Tokens> {
    const response = await this.provider.fetch(this.provider.metadata['userinfo_endpoint'], {
      method: how === 'get' ? 'GET' : 'POST',
      ...(how === 'post body'
        ? { body: fieldsOf({ access_token: accessToken }) }
        : { headers: { authorization: `Bearer ${accessToken}` } }),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  }

  /** The whole way, with all that the suite checks on it. */
  async happy(
    params: Params = {},
    { method = 'GET', redeemWith = {}, by = 'basic' }: HappyOptions = {},
  ): Promise<Happy> {
    const asked = this.request(params);
    const reply = await this.ask(asked, method);
    const code = this.codeOf(reply);
    const tokens = await this.redeem(code, redeemWith, by);
    expect(tokens).toMatchObject({
      status: 200,
      body: {
        access_token: expect.any(String),
        id_token: expect.any(String),
        token_type: expect.stringMatching(/^bearer$/i),
      },
    });
    const idToken = await this.idTokenOf(tokens, asked['nonce']);
    const userinfo = await this.userinfo(tokens.body.access_token);
    expect(userinfo).toMatchObject({ status: 200, body: { sub: this.sub } });
    return { reply, code, tokens: tokens.body, idToken, userinfo: userinfo.body };
  }

  async isSignedIn(): Promise<boolean> {
    const { answer } = await this.ask(this.request({ prompt: 'none' }));
    if (answer?.['code'] === undefined) expect(answer?.['error']).toBe('login_required');
    return answer?.['code'] !== undefined;
  }
}

interface HappyOptions {
  readonly method?: 'GET' | 'POST';
  readonly redeemWith?: Params;
  readonly by?: 'basic' | 'post';
}

export const fieldsOf = (params: Params): URLSearchParams =>
  new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined));

const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
