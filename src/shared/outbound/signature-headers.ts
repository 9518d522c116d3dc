import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

interface Signed {
  /** The id of the message, by which receivers recognise duplicates. */
  readonly id: string;
  /** The time of sending. Receivers refuse old messages. */
  readonly at: Date;
  readonly body: string;
}

/**
 * Returns the headers of a signed request according to standardwebhooks.com. During a rotation of secrets, both the old
 * and the new one are passed, and the header contains a signature with each.
 */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const signature = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(content, 'utf8')
    .digest('base64');
