import { CIBA_GRANT } from '../backchannel.js';
import type { Rule } from '../client-profile.js';

/** RFC 8628: a device without a keyboard shows a code, and the user signs in with a browser on another device. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The grant types whose tokens can be refreshed. */
const WITH_REFRESH = ['authorization_code', CIBA_GRANT, DEVICE_GRANT] as const;

export const deviceRules: readonly Rule[] = [
  [
    'grantTypes',
    (c) => !c.grantTypes.includes('refresh_token') || WITH_REFRESH.some((grant) => c.grantTypes.includes(grant)),
    `refresh_token requires one of ${WITH_REFRESH.join(', ')}.`,
  ],
  [
    'grantTypes',
    (c) => c.securityProfile === null || !c.grantTypes.includes(DEVICE_GRANT),
    `The profile fapi2 does not allow ${DEVICE_GRANT}.`,
  ],
];

/** RFC 8693: an API exchanges its caller's token for a token for another API, on behalf of the same user. */
export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';

export const exchangeRules: readonly Rule[] = [
  [
    'authMethod',
    (c) => !c.grantTypes.includes(EXCHANGE_GRANT) || c.authMethod !== 'none',
    `The grant type ${EXCHANGE_GRANT} requires an authMethod other than none.`,
  ],
];
