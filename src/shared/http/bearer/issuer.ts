import type { Config } from '../../../config.js';

export const ISSUER_PATH = '/service/authserver';

/** Whatever `Host` says, tokens are issued in this name. */
export const issuerOf = ({ authUrl }: Pick<Config, 'authUrl'>): string => `${authUrl}${ISSUER_PATH}`;
