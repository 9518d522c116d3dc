import type { JWK } from 'jose';
import type { SigningAlgorithm } from './signing-key-state.js';

export const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials'] as const;
export type GrantType = (typeof grantTypes)[number];

export const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const applicationTypes = ['web', 'native'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

/** Whether that may be the id of a client. Anyone may send any text: what cannot be one is not looked for. */
export const isClientId = (text: string): boolean => /^[!-~]{1,64}$/.test(text);

/** How identity verifications that the client starts are judged. What is absent follows the service's settings. */
export interface IdvSettings {
  readonly review?: boolean;
  readonly matchThreshold?: number;
  readonly retryThreshold?: number;
  readonly documentTypes?: readonly string[];
  readonly retentionDays?: number;
  readonly duplicateFace?: boolean;
}

/** The enterprise's endpoint that is asked about a verified person. */
export interface KycSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: KycAuth;
  readonly timeoutMs: number;
}

export type KycAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'bearer'; readonly token: string };

/** What describes a client and may change, beside what it is and whose. */
export interface ClientProfile {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly string[];
  readonly authMethod: AuthMethod;
  readonly jwks: { readonly keys: readonly JWK[] } | null;
  readonly applicationType: ApplicationType;
  readonly firstParty: boolean;
  readonly accessTokenTtl: number | null;
  readonly refreshTokenTtl: number | null;
  readonly errorUrl: string | null;
  readonly logoUri: string | null;
  readonly allowedOrigins: readonly string[];
  readonly allowedCallers: readonly string[];
  readonly backchannelLogoutUri: string | null;
  readonly idTokenSignedResponseAlg: SigningAlgorithm;
  readonly dpopBoundAccessTokens: boolean;
  readonly requirePushedAuthorizationRequests: boolean;
  readonly idv: IdvSettings | null;
}

export interface NewClient extends ClientProfile {
  readonly administrator: boolean;
}
