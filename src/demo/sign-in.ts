import { createHash, randomBytes } from 'node:crypto';
import type { Fetch } from '@countersign/node';

export interface WebClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Options {
  readonly issuer: string;
  readonly client: WebClient;
  readonly comeBackTo: string;
}

/** The values that the bank keeps from the redirect to the sign-in page until the browser returns. */
export interface Begun {
  readonly state: string;
  readonly verifier: string;
}

/** How the user has signed in: the level (`acr`) and the methods (`amr`). */
export interface Proven {
  readonly acr: string;
  readonly amr: readonly string[];
}

/** Requires two factors. A user who has already proven one is asked only for the other. */
const TWO_FACTORS = { claims: '{"id_token":{"acr":{"essential":true,"value":"urn:countersign:acr:2"}}}' } as const;

const random = (): string => randomBytes(32).toString('base64url');

/**
 * Signs customers in with the authorization code flow of OAuth 2.1 with PKCE. A real bank would use the library of its
 * framework.
 */
export class SignIn {
  constructor(private readonly options: Options) {}

  begin(userId: string, { twoFactors = false } = {}): { readonly url: string; readonly begun: Begun } {
    const { issuer, client, comeBackTo } = this.options;
    const begun = { state: random(), verifier: random() };
    const url = new URL(`${issuer}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: client.clientId,
      response_type: 'code',
      redirect_uri: comeBackTo,
      scope: 'openid profile',
      state: begun.state,
      code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      login_hint: userId,
      ...(twoFactors && TWO_FACTORS),
    }).toString();
    return { url: url.href, begun };
  }

  /** Exchanges the code for tokens. Returns the level and methods of the sign-in. */
  async finish(begun: Begun, answer: URLSearchParams, fetch: Fetch): Promise<Proven> {
    const { issuer, client, comeBackTo } = this.options;
    if (answer.get('state') !== begun.state) throw new Error('That is the answer to another sign-in.');
    const code = answer.get('code');
    if (code === null) throw new Error(`Nobody signed in: ${answer.get('error') ?? 'no code'}`);
    const grant = { grant_type: 'authorization_code', code, code_verifier: begun.verifier, redirect_uri: comeBackTo };
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const body = new URLSearchParams(grant);
    const tokens = await json(await fetch(`${issuer}/oauth/token`, { method: 'POST', headers, body }));
    const authorization = `Bearer ${String(tokens['access_token'])}`;
    await json(await fetch(`${issuer}/oauth/userinfo`, { headers: { authorization } }));
    return provenIn(String(tokens['id_token']));
  }
}

/**
 * Reads the claims of an ID token. Its signature need not be verified, because the token came directly from the token
 * endpoint.
 */
function provenIn(idToken: string): Proven {
  const [, payload = ''] = idToken.split('.');
  const { acr, amr } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Proven;
  return { acr, amr };
}

async function json(response: Response): Promise<Record<string, unknown>> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
