import { randomBytes } from 'node:crypto';

/** Creates a secret in the format of Standard Webhooks, which allows 24 to 64 random bytes: base64 after a prefix. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
