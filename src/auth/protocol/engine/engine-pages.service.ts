import { Inject, Injectable } from '@nestjs/common';
import { errors, type ErrorOut, type KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { ISSUER_PATH } from '../../../shared/auth-guard/index.js';
import { domainErrorOf, problemHeaders } from '../../../shared/http/index.js';
import { currentContext, type DomainError } from '../../../shared/kernel/index.js';
import {
  Brands,
  failureIn,
  messageView,
  type Page,
  type PageLink,
  PageSender,
  type Setting,
} from '../../../shared/pages/index.js';
import { LoginSessionTermination } from '../../sessions/login-session-termination.service.js';
import { ClientRegistry } from '../../client/client-registry.service.js';
import type { Client } from '../../client/client.entity.js';
import { accountUrl } from '../../account/views/account-url.js';
import { logoutView } from '../../sign-in/views/login.view.js';
import type { Words } from '../../hosted-pages/words/en.js';

/** Renders the pages that the engine shows itself, for errors and logouts. */
@Injectable()
export class EnginePages {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pages: PageSender<Words>,
    private readonly brands: Brands,
    private readonly clients: ClientRegistry,
    private readonly ending: LoginSessionTermination,
  ) {}

  /**
   * Answers a request after a failure that the engine does not handle, such as a failure to store the session. Koa
   * would send only a bare status text.
   */
  async failure(ctx: KoaContextWithOIDC, caught: unknown): Promise<void> {
    if (caught instanceof errors.OIDCProviderError && caught.expose) {
      const { error, error_description, statusCode } = caught;
      ctx.status = statusCode;
      await this.error(ctx, { error, error_description }, caught);
      return;
    }
    ctx.app.emit('error', caught, ctx);
    ctx.status = 500;
    await this.error(ctx, { error: 'server_error' }, caught);
  }

  /** Shows an error that must not be sent to the redirect URI, because that URI is not trusted. */
  readonly error = async (ctx: KoaContextWithOIDC, out: ErrorOut, cause: unknown): Promise<void> => {
    if (ctx.accepts('json', 'html') !== 'html') {
      ctx.body = out;
      return;
    }
    if (ctx.status >= 500) return this.#sendFailure(ctx, domainErrorOf(cause));
    const client = await this.#clientOf(ctx);
    const setting = await this.#setting(ctx, client?.enterpriseId);
    this.#sendRefusal(ctx, setting, out, client?.errorUrl);
  };

  /** Builds the error page without database queries, because the database may be what failed. */
  async #sendFailure(ctx: KoaContextWithOIDC, failure: DomainError): Promise<void> {
    const setting = await this.#setting(ctx, undefined);
    ctx.status = failure.kind.spec.status;
    ctx.set(problemHeaders(failure, ctx.headers));
    const again = ctx.method === 'GET' ? `${ISSUER_PATH}${ctx.url}` : undefined;
    this.#send(ctx, { ...setting, ...failureIn(setting.language, failure, { again }) });
  }

  #sendRefusal(ctx: KoaContextWithOIDC, setting: Setting<Words>, out: ErrorOut, errorUrl?: string | null): void {
    const { words } = setting.language;
    const lines = [`${out.error}: ${out.error_description ?? ''}`, currentContext()?.traceId ?? ''];
    const main = messageView({
      symbol: 'stop',
      title: words.errorTitle,
      text: words[reasonOf(out.error)],
      calm: words.errorCalm,
      link: errorUrl ? { url: errorUrl, text: words.backToApplication } : undefined,
      details: { title: words.supportDetails, lines },
    });
    this.#send(ctx, { ...setting, title: words.errorTitle, main });
  }

  readonly logout = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const client = ctx.oidc.client && (await this.clients.find(ctx.oidc.client.clientId));
    if (client?.record.firstParty && namesSignedInUser(ctx)) return this.#signOut(ctx);
    const setting = await this.#setting(ctx, client?.record.enterpriseId);
    const { words } = setting.language;
    const xsrf = String(ctx.oidc.session?.state?.['secret']);
    const main = logoutView(words, ctx.oidc.urlFor('end_session_confirm'), xsrf);
    const target = ctx.oidc.params?.['post_logout_redirect_uri'];
    const formTargets = typeof target === 'string' ? [target] : [];
    this.#send(ctx, { ...setting, title: words.logoutTitle, main, formTargets });
  };

  readonly loggedOut = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const client = ctx.oidc.client && (await this.clients.find(ctx.oidc.client.clientId));
    const setting = await this.#setting(ctx, client?.record.enterpriseId);
    const { words } = setting.language;
    const stayed = (await ctx.oidc.provider.Session.get(ctx)).accountId !== undefined;
    const title = stayed ? words.stillSignedIn : words.loggedOutTitle;
    const link = onward(words, client?.record, stayed);
    this.#send(ctx, {
      ...setting,
      title,
      main: messageView({ symbol: 'done', title, text: words.loggedOutText, link }),
    });
  };

  /**
   * Redirects after a logout request if nobody is signed in, because there is nothing to confirm. The engine would send
   * a page that submits itself by script.
   */
  readonly logoutWithoutSession = async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId !== undefined) return;
    redirectAfterLogout(ctx);
  };

  /**
   * Signs the user out without confirmation. The ID token proves that the request comes from the enterprise's own
   * application and concerns this user. No other site has such a token.
   */
  async #signOut(ctx: KoaContextWithOIDC): Promise<void> {
    const { session, provider } = ctx.oidc;
    if (!session) return;
    await this.ending.end(session);
    await session.destroy();
    ctx.cookies.set(provider.cookieName('session'), null, {
      path: '/',
      secure: this.config.authUrl.startsWith('https:'),
    });
    redirectAfterLogout(ctx);
  }

  async #setting(ctx: KoaContextWithOIDC, enterpriseId: string | undefined): Promise<Setting<Words>> {
    // `oidc` is undefined if middleware before the engine's routes has failed.
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    const uiLocales = oidc?.params?.['ui_locales'] ?? ctx.query['ui_locales'];
    return { language: this.pages.languageFor(ctx.req, uiLocales), brand: await this.brands.of(enterpriseId) };
  }

  async #clientOf(ctx: KoaContextWithOIDC) {
    const named: unknown = (ctx as Partial<KoaContextWithOIDC>).oidc?.params?.['client_id'] ?? ctx.query['client_id'];
    return typeof named === 'string' ? (await this.clients.find(named))?.record : undefined;
  }

  #send(ctx: KoaContextWithOIDC, page: Page): void {
    const { headers, body } = this.pages.render(page);
    ctx.set(headers);
    ctx.body = body;
  }
}

/** The link back to the application that requested the logout, or to the account page. */
function onward(words: Words, client: Client | undefined, stayed: boolean): PageLink {
  const application = client && applicationUrl(client);
  if (application !== undefined) return { url: application, text: words.backToApplication };
  const at = client && { enterprise: client.enterpriseId, test: client.test };
  return { url: accountUrl(at), text: stayed ? words.account : words.signInAgain };
}

/** Redirects to the application that requested the logout, or to our own page with a link to it. */
function redirectAfterLogout(ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: wanted, state } = ctx.oidc.params ?? {};
  const { clientId } = ctx.oidc.client ?? {};
  const target = new URL(typeof wanted === 'string' ? wanted : ctx.oidc.urlFor('end_session_success'));
  if (typeof wanted !== 'string' && clientId !== undefined) target.searchParams.set('client_id', clientId);
  if (typeof wanted === 'string' && typeof state === 'string') target.searchParams.set('state', state);
  ctx.body = '';
  ctx.redirect(target.href);
  ctx.status = 303;
}

/**
 * Whether the verified ID token belongs to the signed-in user. If the token names a session, it must be the user's
 * current session.
 */
function namesSignedInUser({ oidc }: KoaContextWithOIDC): boolean {
  const { IdTokenHint: hint } = oidc.entities as { IdTokenHint?: { payload: { sub?: string; sid?: string } } };
  const { session, client } = oidc;
  if (!hint || !session || !client || hint.payload.sub !== session.accountId) return false;
  return hint.payload.sid === undefined || hint.payload.sid === session.sidFor(client.clientId);
}

function reasonOf(error: string): keyof Words {
  if (error === 'invalid_client') return 'errorClient';
  return error === 'invalid_redirect_uri' ? 'errorRedirect' : 'errorOther';
}

interface Registered {
  readonly errorUrl: string | null;
  readonly postLogoutRedirectUris: readonly string[];
}

/**
 * The URL at which users continue in an application: the one that it has registered for errors or, failing that, the
 * first http(s) URL that it has registered for logouts.
 */
export const applicationUrl = ({ errorUrl, postLogoutRedirectUris }: Registered): string | undefined =>
  errorUrl ?? postLogoutRedirectUris.find((uri) => /^https?:/.test(uri));
