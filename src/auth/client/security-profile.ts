import type { ClientProfile, Rule } from './client-profile.js';

export const securityProfiles = ['fapi2'] as const;
export type SecurityProfile = (typeof securityProfiles)[number];

/** Fields that a security profile fixes. They cannot be changed while the client has the profile. */
const DEMANDS = {
  fapi2: {
    requirePkce: true,
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    idTokenSignedResponseAlg: 'ES256',
  },
} as const satisfies Record<SecurityProfile, Partial<ClientProfile>>;

/** The values that a security profile sets for fields that the request omits. */
export const profileDefaults = (profile: SecurityProfile | null | undefined): Partial<ClientProfile> =>
  profile ? DEMANDS[profile] : {};

const demanded = Object.keys(DEMANDS.fapi2) as (keyof typeof DEMANDS.fapi2)[];

export const profileRules: readonly Rule[] = [
  [
    'authMethod',
    (c) => c.securityProfile === null || c.authMethod === 'private_key_jwt',
    'The profile fapi2 requires private_key_jwt.',
  ],
  [
    'jwks',
    (c) => c.securityProfile === null || !c.jwks?.keys.some(({ alg }) => alg === 'RS256'),
    'The profile fapi2 does not allow RS256. Use PS256, ES256 or EdDSA.',
  ],
  ...demanded.map((field): Rule => [
    field,
    (c) => c.securityProfile === null || c[field] === DEMANDS[c.securityProfile][field],
    `The profile fapi2 sets it to ${DEMANDS.fapi2[field]}.`,
  ]),
];
