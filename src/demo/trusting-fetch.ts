import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { OutboundTrust } from '../shared/outbound/index.js';
import type { Fetch } from '@countersign/node';

const BODILESS = [204, 205, 304];

/**
 * A `fetch` that also trusts the certificate authority of a development start. Node's own `fetch` reads additional
 * authorities only at process start, before this one exists.
 */
export const trustingFetch =
  (trust: OutboundTrust): Fetch =>
  (url, init) =>
    new Promise((resolve, reject) => {
      const secure = url.startsWith('https:');
      const { method = 'GET', signal } = init;
      const request = (secure ? https : http).request(url, {
        method,
        headers: Object.fromEntries(headersOf(init)),
        agent: false,
        ...(secure && { secureContext: trust() }),
        ...(signal && { signal }),
      });
      request.on('error', reject);
      request.on('response', (answer) => {
        buffer(answer).then((body) => {
          const { statusCode: status = 500, rawHeaders } = answer;
          const headers = new Headers();
          for (let at = 0; at < rawHeaders.length; at += 2)
            headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
          resolve(new Response(BODILESS.includes(status) ? null : new Uint8Array(body), { status, headers }));
        }, reject);
      });
      request.end(textOf(init.body));
    });

function headersOf({ headers, body }: RequestInit): Headers {
  const all = new Headers(headers);
  if (body instanceof URLSearchParams && !all.has('content-type')) {
    all.set('content-type', 'application/x-www-form-urlencoded');
  }
  return all;
}

/**
 * Converts a request body to text. It supports only strings and forms, because the client library sends nothing else.
 */
function textOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only text and forms are sent.');
}
