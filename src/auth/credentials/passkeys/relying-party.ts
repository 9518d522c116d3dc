import type { Config } from '../../../config.js';

/** Passkeys belong to our host, and are used on our pages only. */
export const relyingParty = ({ authUrl, brandName }: Config) => ({
  id: new URL(authUrl).hostname,
  origin: authUrl,
  name: brandName,
});
