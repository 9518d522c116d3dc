import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { hostOf, type Destinations } from './destinations.js';
import { OutboundFailure } from './outbound-failure.js';
import { Outbound, type OutboundAnswer, type OutboundRequest } from './outbound.port.js';
import { bySystem, pinnedLookup, type Resolve } from './pinned-lookup.js';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 65_536;

/** By Node's own client, which follows no redirects. Each call has a connection of its own. */
export class HttpOutbound extends Outbound {
  constructor(
    private readonly destinations: Destinations,
    private readonly resolve: Resolve = bySystem,
  ) {
    super();
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const url = new URL(request.url);
    const fault = this.destinations.faultOf(url);
    if (fault) throw new OutboundFailure('refused', `${url.origin} is not called: ${fault}`);
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
    try {
      const response = await this.#begin(url, request, deadline);
      return await answerOf(response, request.mostBytes ?? MOST_BYTES);
    } catch (error) {
      throw failureOf(error, url.origin, deadline);
    }
  }

  #begin(
    url: URL,
    { method, headers = {}, body, signal }: OutboundRequest,
    deadline: AbortSignal,
  ): Promise<IncomingMessage> {
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      request(url, {
        method,
        hostname: hostOf(url),
        headers: { 'User-Agent': 'Countersign', ...headers, ...lengthOf(body) },
        agent: false,
        lookup: pinnedLookup(this.destinations, this.resolve),
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });
  }
}

/** Without it the body would come in chunks, which not every receiver reads. */
const lengthOf = (body: string | undefined) =>
  body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };

async function answerOf(response: IncomingMessage, mostBytes: number): Promise<OutboundAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new OutboundFailure('too-large', `more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

function failureOf(error: unknown, origin: string, deadline: AbortSignal): OutboundFailure {
  if (deadline.aborted) return new OutboundFailure('timeout', `${origin} did not answer in time`, { cause: error });
  const why = error instanceof Error ? error.message : String(error);
  const kind = error instanceof OutboundFailure ? error.kind : 'unreachable';
  return new OutboundFailure(kind, `No answer of ${origin} was taken: ${why}`, { cause: error });
}
