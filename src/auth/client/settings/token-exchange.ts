import type { Rule } from '../client-profile.js';

/** RFC 8693: an API exchanges the token of its caller for a token for another API, on behalf of the same user. */
export const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';

export const exchangeRules: readonly Rule[] = [
  [
    'authMethod',
    (c) => !c.grantTypes.includes(EXCHANGE_GRANT) || c.authMethod !== 'none',
    `The grant type ${EXCHANGE_GRANT} requires an authMethod other than none.`,
  ],
];
