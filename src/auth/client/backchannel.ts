import type { ClientProfile, Rule } from './client-profile.js';

/** OpenID Connect CIBA: a user approves a client's request on the phone. */
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

export const backchannelDeliveries = ['poll', 'ping'] as const;
export const backchannelAlgorithms = ['ES256', 'PS256'] as const;

/** A client's settings for requesting approvals on the phone. */
export interface BackchannelSettings {
  /** `poll`: the client polls for the result. `ping`: the service notifies the client when the result is ready. */
  readonly delivery: (typeof backchannelDeliveries)[number];
  readonly notificationUrl: string | null;
  /** Whether each request must include a code from the user's authenticator app (`user_code`). */
  readonly userCode: boolean;
  /** The algorithm that the client must use to sign its requests; `null` if requests need not be signed. */
  readonly signingAlg: (typeof backchannelAlgorithms)[number] | null;
}

const asks = ({ grantTypes }: ClientProfile): boolean => grantTypes.includes(CIBA_GRANT);

export const backchannelRules: readonly Rule[] = [
  [
    'authMethod',
    (c) => !asks(c) || c.authMethod !== 'none',
    `The grant type ${CIBA_GRANT} requires an authMethod other than none.`,
  ],
  [
    'backchannel',
    (c) => asks(c) === (c.backchannel !== null),
    `Required with the grant type ${CIBA_GRANT}, and only allowed with it.`,
  ],
  [
    'backchannel',
    ({ backchannel: b }) => b === null || (b.delivery === 'ping') === (b.notificationUrl !== null),
    'The notificationUrl is required with the delivery ping, and only allowed with it.',
  ],
  [
    'backchannel',
    (c) => !c.backchannel?.signingAlg || c.authMethod === 'private_key_jwt',
    'A signingAlg requires the authMethod private_key_jwt: the requests are signed with the same keys.',
  ],
  [
    'backchannel',
    (c) => c.securityProfile === null || c.backchannel === null || c.backchannel.signingAlg !== null,
    'The profile fapi2 requires signed requests. Set signingAlg to ES256 or PS256.',
  ],
];
