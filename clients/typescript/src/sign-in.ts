import type { Context } from './context.js';
import { claimsOf, randomText, sha256 } from './encoding.js';
import { formOf, paramsOf } from './form.js';
import type { Granted, Tokens } from './tokens.js';
import type { Session, SignInOptions } from './types.js';

/** The data that is stored while the user is on the login page. */
interface Begun {
  readonly verifier: string;
  readonly nonce: string;
  readonly prompt?: string;
}

const DEFAULT_SCOPES = ['openid', 'notifications', 'offline_access'];
/** How many seconds ago an ID token may have expired, because the clocks of servers may differ. */
const TOLERANCE = 60;

/** Sign-in with authorization code and PKCE (RFC 7636), with the checks of OpenID Connect and RFC 9207. */
export class SignIn {
  constructor(
    private readonly context: Context,
    private readonly tokens: Tokens,
  ) {}

  async begin({ prompt, loginHint, uiLocales, extra }: SignInOptions = {}): Promise<string> {
    const { crypto, records, issuer, options } = this.context;
    const [verifier, state, nonce] = [randomText(crypto), randomText(crypto), randomText(crypto)];
    // Each attempt has its own record, because two tabs may be on the login page.
    await records.set(`sign-in ${state}`, { verifier, nonce } satisfies Begun);
    const params: Record<string, string | undefined> = {
      ...extra,
      client_id: options.clientId,
      response_type: 'code',
      redirect_uri: options.redirectUri,
      scope: (options.scopes ?? DEFAULT_SCOPES).join(' '),
      state,
      nonce,
      code_challenge: await sha256(crypto, verifier),
      code_challenge_method: 'S256',
      prompt,
      login_hint: loginHint,
      ui_locales: uiLocales?.join(' '),
    };
    return `${issuer}/oauth/authorize?${formOf(params)}`;
  }

  async finish(url: string): Promise<Session> {
    const { records, issuer, options, failures } = this.context;
    const back = paramsOf(url);
    const state = back.get('state') ?? '';
    const begun = state === '' ? undefined : await records.get<Begun>(`sign-in ${state}`);
    if (!begun) throw failures.of('login_required', { reason: 'no sign-in was begun with this state' });
    await records.delete(`sign-in ${state}`);
    if (back.get('iss') !== issuer) throw failures.of('refused', { reason: 'the answer is of another issuer' });
    const code = back.get('code');
    if (code === undefined) throw this.#refusal(back);
    const granted = await this.tokens.request({
      grant_type: 'authorization_code',
      code,
      redirect_uri: options.redirectUri,
      code_verifier: begun.verifier,
    });
    const session = this.#sessionFrom(granted, begun.nonce);
    await this.tokens.take(granted, session);
    return session;
  }

  #refusal(back: ReadonlyMap<string, string>): Error {
    const error = back.get('error') ?? 'no code';
    const isLogin = /^(login|interaction|consent|account_selection)_required$|^access_denied$/.test(error);
    const response = { error, error_description: back.get('error_description') };
    return this.context.failures.of(isLogin ? 'login_required' : 'refused', { reason: error, response });
  }

  /**
   * The ID token's signature is not checked: it came directly from the token endpoint over TLS (OpenID Connect Core,
   * 3.1.3.7).
   */
  #sessionFrom({ accessToken, idToken }: Granted, nonce: string): Session {
    const { issuer, options, clock, failures } = this.context;
    const claims = claimsOf(idToken) ?? {};
    const { iss, aud, azp, exp, iat, sub, nonce: told, auth_time: authTime, name } = claims;
    const audiences = Array.isArray(aud) ? (aud as unknown[]) : [aud];
    const now = clock.seconds();
    const wrong = (
      [
        [iss === issuer, 'iss'],
        [audiences.includes(options.clientId) && (audiences.length === 1 || azp === options.clientId), 'aud'],
        [azp === undefined || azp === options.clientId, 'azp'],
        [typeof exp === 'number' && exp > now - TOLERANCE, 'exp'],
        [typeof iat === 'number' && Math.abs(iat - now) < 600, 'iat'],
        [told === nonce, 'nonce'],
        [typeof sub === 'string' && sub !== '', 'sub'],
      ] as const
    ).find(([holds]) => !holds);
    if (wrong) throw failures.of('refused', { reason: `the ID token's ${wrong[1]} is not what was asked for` });
    const userId = claimsOf(accessToken)?.['user_id'];
    if (typeof userId !== 'string') {
      throw failures.of('refused', { reason: 'the access token names no user: ask for the scope notifications' });
    }
    return {
      userId,
      sub: sub as string,
      authTime: typeof authTime === 'number' ? authTime : (iat as number),
      ...(typeof name === 'string' && { name }),
    };
  }
}
