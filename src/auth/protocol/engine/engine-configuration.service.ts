import {
  type ClaimsParameter,
  type Client as EngineClient,
  type KoaContextWithOIDC,
  errors,
  type Configuration,
  type ExternalSigningKey,
} from 'oidc-provider';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { issuerOf } from '../../../shared/auth-guard/index.js';
import { Enterprises } from '../../../users/contract/index.js';
import { authMethods } from '../../client/client-profile.js';
import { openidScopes } from '../../tokens/token-plan.js';
import { builtInDetailTypes } from '../../detail-types/built-in-detail-types.js';
import { languages } from '../../hosted-pages/words/languages.js';
import { AuthorizationDetails, richAuthorizationRequests } from '../backchannel/authorization-details.service.js';
import { BACKCHANNEL, BackchannelRequests } from '../backchannel/backchannel-requests.service.js';
import { approvalOf } from '../storage/stored-backchannel-requests.adapter.js';
import { DeviceFlow } from '../device/device-flow.service.js';
import { EnginePages } from './engine-pages.service.js';
import { EnginePolicy } from './engine-policy.service.js';
import { SessionLife } from '../../sessions/session-life.service.js';
import { IntrospectionPolicy } from '../introspection-policy.service.js';
import { Accounts } from '../accounts.service.js';
import { TokenTerms } from '../token-terms.service.js';
import { assertionAlgorithms, assertionFault, CLOCK_TOLERANCE_SECONDS } from './client-assertions.js';
import { ClientKeySets } from '../client-keys/client-key-sets.service.js';
import { EngineClients, requireOwnToken } from './engine-clients.service.js';
import { acrValues } from '../../sessions/levels.js';
import { REGISTRATION, routes } from './engine.routes.js';
import { allowedClaims, CLAIMS, claimsFault } from './requested-claims.js';
import { keepOfflineAccess } from './offline-access.layer.js';
import { EngineStore } from '../storage/engine-store.service.js';
import { CorsPolicy } from '../http/cors-policy.service.js';
import { demandSoundParameters } from '../http/request.layers.js';
import { inputViolations } from '../../../shared/fields/index.js';

/** Endpoints that return no authorization code, so PKCE has nothing to protect there. */
const WITHOUT_CODE = new Set([BACKCHANNEL, 'device_authorization']);

const [MINUTE, DAY] = [60, 86_400];
const UNSOUND_CLAIMS = 'claims must be well-formed Unicode without NUL, and not nested deeply';
/** The lifetime of a grant. Rotating its refresh token does not extend it. */
const GRANT_SECONDS = 365 * DAY;

/**
 * Only asymmetric signatures are allowed. The service stores only hashes of client secrets, so it could not compute an
 * HMAC with them.
 */
const algorithms: Configuration['enabledJWA'] = {
  clientAuthSigningAlgValues: [...assertionAlgorithms],
  ...{ idTokenSigningAlgValues: ['RS256', 'ES256'], userinfoSigningAlgValues: ['RS256', 'ES256'] },
  introspectionSigningAlgValues: ['RS256', 'ES256'],
  requestObjectSigningAlgValues: ['ES256', 'RS256', 'PS256'],
  dPoPSigningAlgValues: ['ES256'],
};

/** The complete configuration of the protocol engine. */
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
    private readonly origins: CorsPolicy,
    private readonly enterprises: Enterprises,
    private readonly backchannel: BackchannelRequests,
    private readonly devices: DeviceFlow,
    private readonly keySets: ClientKeySets,
    private readonly details: AuthorizationDetails,
    private readonly introspection: IntrospectionPolicy,
  ) {}

  with(keys: readonly ExternalSigningKey[]): Configuration {
    return {
      adapter: (model) => this.store.adapterFor(model),
      jwks: { keys: [...keys] },
      routes,
      scopes: [...openidScopes],
      claims: CLAIMS,
      acrValues,
      discovery: this.#discovery(),
      clientAuthMethods: [...authMethods],
      assertJwtClientAuthClaimsAndHeader: (_ctx, claims, header, client) => {
        const { securityProfile } = this.clients.recordOf(client);
        const fault = assertionFault(claims, header, securityProfile, issuerOf(this.config));
        if (fault !== undefined) throw new errors.InvalidClientAuth(fault);
      },
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      // No client sends a parameter `countersign`. It is declared only so that the engine calls our check of the whole
      // request. The parameter `activation_code` is the code from an operator's invitation link.
      extraParams: {
        countersign: (ctx, _value, client) => this.#demandSound(ctx, client),
        activation_code: null,
        authorization_details: this.details.demand,
      },
      responseTypes: ['code'],
      enabledJWA: algorithms,
      cookies: this.#cookies(),
      // Our check `countersign` requires PKCE instead of the engine, because it also applies the enterprise's rule.
      pkce: { required: () => false },
      clientBasedCORS: (ctx, origin, client) =>
        this.clients.recordOf(client).allowedOrigins.includes(origin) || this.origins.isReference(ctx, origin),
      allowOmittingSingleRegisteredRedirectUri: false,
      // Puts user claims into the ID token too, so that applications do not have to call userinfo.
      conformIdTokenClaims: false,
      // The refresh tokens of clients with a security profile are not rotated (FAPI 2.0, 5.3.2.1).
      // Rotating a token that is bound to its client protects nothing, and a lost response would mean a lost token.
      rotateRefreshToken: ({ oidc: { client } }) => !client || this.clients.recordOf(client).securityProfile === null,
      ttl: this.#lifetimes(),
      features: this.#features(),
      extraTokenClaims: (ctx, token) => this.terms.claims(ctx, token),
      formats: { customizers: { jwt: this.terms.jwt } },
      interactions: {
        url: (_ctx, interaction) => `/service/interaction/${interaction.uid}`,
        policy: this.policy.prompts(),
      },
      loadExistingGrant: this.policy.grant,
      findAccount: (ctx, sub) => this.accounts.find(sub, () => approvalOf(ctx.oidc.entities.Grant)),
      fetch: this.keySets.fetch,
      renderError: this.pages.error,
    };
  }

  #keepAllowed({ oidc: { params } }: KoaContextWithOIDC, claims: ClaimsParameter, client: EngineClient): void {
    if (!params) return;
    const fault = claimsFault(String(params['claims']), claims);
    if (fault !== undefined) throw new errors.InvalidRequest(fault);
    if (inputViolations(claims, 'body')) throw new errors.InvalidRequest(UNSOUND_CLAIMS);
    params['claims'] = allowedClaims(claims, this.clients.recordOf(client).scopes);
  }

  async #demandSound(ctx: KoaContextWithOIDC, client: EngineClient): Promise<void> {
    demandSoundParameters(ctx);
    if (WITHOUT_CODE.has(ctx.oidc.route) || ctx.oidc.params?.['code_challenge'] !== undefined) return;
    const { authMethod, requirePkce, enterpriseId } = this.clients.recordOf(client);
    if (authMethod === 'none' || requirePkce || (await this.enterprises.find(enterpriseId))?.requirePkce)
      throw new errors.InvalidRequest('this client must use PKCE: send a code_challenge');
  }

  #discovery(): Record<string, unknown> {
    const { clientAuthSigningAlgValues: algorithmsOfClients } = algorithms ?? {};
    return {
      revocation_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithmsOfClients,
      introspection_endpoint_auth_methods_supported: authMethods,
      introspection_endpoint_auth_signing_alg_values_supported: algorithmsOfClients,
      authorization_details_types_supported: builtInDetailTypes.map(({ type }) => type),
      ui_locales_supported: languages.map(({ tag }) => tag),
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ...(this.config.clientRegistration && { registration_endpoint: `${issuerOf(this.config)}${REGISTRATION}` }),
      service_documentation: `${this.config.managementUrl}/docs`,
    };
  }

  #features(): Configuration['features'] {
    return {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      clientCredentials: { enabled: true },
      claimsParameter: {
        enabled: true,
        assertClaimsParameter: (ctx, claims, client) => this.#keepAllowed(ctx, claims, client),
      },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => this.introspection.allowsStored(this.clients.recordOf(client), token),
      },
      jwtIntrospection: { enabled: true },
      jwtUserinfo: { enabled: true },
      revocation: { enabled: true, allowedPolicy: requireOwnToken },
      backchannelLogout: { enabled: true },
      ciba: this.backchannel.feature(),
      deviceFlow: this.devices.feature(),
      richAuthorizationRequests,
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: this.backchannel.demandSigned },
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
      ClientCredentials: (_ctx, token, client) =>
        token.resourceServer?.accessTokenTTL ?? this.terms.accessTokenSeconds(client, 'client'),
      AuthorizationCode: this.config.authorizationCodeTtl,
      BackchannelAuthenticationRequest: (ctx) => this.backchannel.seconds(ctx),
      DeviceCode: 10 * MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 30 * MINUTE,
      RefreshToken: (_ctx, _token, client) =>
        this.clients.recordOf(client).refreshTokenTtl ?? this.config.refreshTokenTtl,
      Session: (_ctx, { loginTs }) => this.life.secondsLeft(loginTs),
      Grant: GRANT_SECONDS,
    };
  }

  /**
   * The cookie names begin with `cs-auth`, because cookies ignore ports, and other listeners of the service may have
   * the same host. Browsers accept the prefixes `__Host-` and `__Secure-` over TLS only.
   */
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
