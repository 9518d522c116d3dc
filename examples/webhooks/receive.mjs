// Receives webhooks. Run: node receive.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRETS = '', PORT = '8080' } = process.env;
// The secret. While you replace it, set both the old and the new one, separated by a space.
const keys = WEBHOOK_SECRETS.split(' ').map((secret) => Buffer.from(secret.replace('whsec_', ''), 'base64'));
const MOST_SECONDS = 5 * 60;
const MOST_BYTES = 1024 * 1024;
const seen = new Set(); // in your system, use a unique column of a table

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!id || !/^\d+$/.test(timestamp) || age > MOST_SECONDS) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return signatures.split(' ').some((given) => expected.some((one) => isSame(one, given)));
}

/** Compares two signatures in constant time, so that the duration does not reveal how much of a wrong one is right. */
function isSame(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns the body exactly as it arrived. The signature covers these bytes, and parsed and serialised JSON would have
 * other bytes.
 */
async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

createServer(async (request, response) => {
  const body = await bodyOf(request);
  if (body === undefined) return response.writeHead(413, { connection: 'close' }).end();
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    console.log(id, body.toString()); // in your system, store the message here, and process it later
  }
  response.writeHead(204).end();
}).listen(Number(PORT), '127.0.0.1');
