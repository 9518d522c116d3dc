import { Inject, Injectable } from '@nestjs/common';
import { errors, type Configuration, type ExternalSigningKey, type KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, type Config } from '../../config.js';
import { authMethods } from '../domain/client-profile.js';
import { mayIntrospect } from '../domain/introspection.js';
import { openidScopes } from '../domain/scopes.js';
import { languages } from '../pages/words/languages.js';
import { EnginePages } from '../pages/engine-pages.js';
import { EnginePolicy } from '../pages/engine-policy.js';
import { SessionLife } from '../services/session-life.service.js';
import { Accounts } from './accounts.js';
import { askedAbout } from './asked-about.js';
import { CLOCK_TOLERANCE_SECONDS, demandSoundAssertion } from './client-assertions.js';
import { EngineClients } from './engine-clients.js';
import { routes } from './engine-routes.js';
import { EngineStore } from './engine-store.js';
import { ForeignOrigins } from './foreign-origins.js';
import { keepOfflineAccess } from './offline-access.js';
import { demandSoundParameters } from './sound-parameters.js';
import { TokenTerms } from './token-terms.js';

const MINUTE = 60;
const DAY = 86_400;
/** However often its refresh token is rotated, a grant ends some day. */
const GRANT_SECONDS = 365 * DAY;

/** Nothing but asymmetric signatures: secrets are kept as hashes, so that no HMAC could be computed from them. */
const algorithms: Configuration['enabledJWA'] = {
  clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256'],
  idTokenSigningAlgValues: ['RS256', 'ES256'],
  userinfoSigningAlgValues: ['RS256', 'ES256'],
  requestObjectSigningAlgValues: ['ES256', 'RS256', 'PS256'],
  dPoPSigningAlgValues: ['ES256'],
};

/** Every choice that we make for the protocol engine. */
@Injectable()
export class EngineConfiguration {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: EngineStore,
    private readonly clients: EngineClients,
    private readonly terms: TokenTerms,
    private readonly accounts: Accounts,
    private readonly pages: EnginePages,
    private readonly policy: EnginePolicy,
    private readonly life: SessionLife,
    private readonly origins: ForeignOrigins,
  ) {}

  with(keys: readonly ExternalSigningKey[]): Configuration {
    return {
      adapter: (model) => this.store.adapterFor(model),
      jwks: { keys: [...keys] },
      routes,
      scopes: [...openidScopes],
      claims: CLAIMS,
      discovery: this.#discovery(),
      clientAuthMethods: [...authMethods],
      assertJwtClientAuthClaimsAndHeader: demandSoundAssertion,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      extraParams: { countersign: demandSoundParameters }, // there is none; checks of one see them all
      responseTypes: ['code'],
      enabledJWA: algorithms,
      cookies: this.#cookies(),
      pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
      clientBasedCORS: (ctx, origin, client) =>
        this.clients.recordOf(client).allowedOrigins.includes(origin) || this.origins.isReference(ctx, origin),
      allowOmittingSingleRegisteredRedirectUri: false,
      conformIdTokenClaims: false, // a token for one of our surfaces opens no userinfo
      rotateRefreshToken: true,
      ttl: this.#lifetimes(),
      features: this.#features(),
      extraTokenClaims: (ctx, token) => this.terms.claims(ctx, token),
      formats: { customizers: { jwt: this.terms.jwt } },
      interactions: {
        url: (_ctx, interaction) => `/service/interaction/${interaction.uid}`,
        policy: this.policy.prompts(),
      },
      loadExistingGrant: this.policy.grant,
      findAccount: (_ctx, sub) => this.accounts.find(sub),
      fetch: makeNoCalls,
      renderError: this.pages.error,
    };
  }

  #discovery(): Record<string, unknown> {
    const { clientAuthSigningAlgValues: algorithmsOfClients } = algorithms ?? {};
    return {
      revocation_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithmsOfClients,
      introspection_endpoint_auth_methods_supported: authMethods,
      introspection_endpoint_auth_signing_alg_values_supported: algorithmsOfClients,
      ui_locales_supported: languages.map(({ tag }) => tag),
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      service_documentation: `${this.config.managementUrl}/docs`,
    };
  }

  #features(): Configuration['features'] {
    return {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => mayIntrospect(this.clients.recordOf(client), askedAbout(token)),
      },
      revocation: { enabled: true, allowedPolicy: demandTheCallers },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: this.pages.logout,
        postLogoutSuccessSource: this.pages.loggedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, client, oneOf) => {
          keepOfflineAccess(ctx, client);
          return oneOf ?? this.terms.defaultResource(ctx, client);
        },
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource, client) => {
          keepOfflineAccess(ctx, client);
          return this.terms.resourceServer(ctx, resource, client);
        },
      },
    };
  }

  #lifetimes(): Configuration['ttl'] {
    return {
      AccessToken: (_ctx, token, client) =>
        token.resourceServer?.accessTokenTTL ?? this.terms.accessTokenSeconds(client, 'user'),
      ClientCredentials: (_ctx, _token, client) => this.terms.accessTokenSeconds(client, 'client'),
      AuthorizationCode: this.config.authorizationCodeTtl,
      IdToken: 60 * MINUTE,
      Interaction: 30 * MINUTE,
      RefreshToken: (_ctx, _token, client) =>
        this.clients.recordOf(client).refreshTokenTtl ?? this.config.refreshTokenTtl,
      Session: (_ctx, { loginTs }) => this.life.secondsLeft(loginTs),
      Grant: GRANT_SECONDS,
    };
  }

  /** Each surface has its own prefix, since cookies ignore ports. Browsers take the prefixes over TLS only. */
  #cookies(): Configuration['cookies'] {
    const secure = this.config.authUrl.startsWith('https:');
    const [host, bound] = secure ? ['__Host-', '__Secure-'] : ['', ''];
    return {
      names: {
        session: `${host}cs-auth-session`,
        interaction: `${bound}cs-auth-interaction`,
        resume: `${bound}cs-auth-resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', secure },
      short: { httpOnly: true, sameSite: 'lax', secure },
    };
  }
}

/** It has no need to: what others have to be told, we tell them, by a job that may be repeated. */
const makeNoCalls = (): Promise<Response> => Promise.reject(new Error('The protocol engine makes no calls of its own'));

/** RFC 7009, 2.1: who revokes the token of another is told so. */
function demandTheCallers(_ctx: KoaContextWithOIDC, client: { clientId: string }, token: { clientId?: string }): true {
  if (token.clientId === client.clientId) return true;
  throw new errors.InvalidRequest('client is not authorized to revoke the presented token');
}

/** What a token says of the user, by scope (OpenID Connect Core, 5.4), and in each ID token when and how they logged in. */
const CLAIMS: Configuration['claims'] = {
  acr: null,
  iss: null,
  sid: null,
  openid: ['sub', 'auth_time', 'amr'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'preferred_username'],
  email: ['email'],
  phone: ['phone_number'],
};
