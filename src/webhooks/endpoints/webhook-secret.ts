import { randomBytes } from 'node:crypto';

/** In the form of Standard Webhooks: 24 to 64 random bytes in base64, behind a prefix. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
