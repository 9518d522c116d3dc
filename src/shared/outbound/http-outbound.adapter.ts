import type { LookupAddress } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { hostOf, type Destinations, PRIVATE } from './destinations.js';
import { OutboundFailure, Outbound, type OutboundAnswer, type OutboundRequest } from './outbound.port.js';
import { type FindAddresses, NameLookups } from './name-lookups.js';
import { nameServers } from './name-servers.js';
import type { OutboundTrust } from './trusted-authorities.js';

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MOST_BYTES = 65_536;

/** Sends requests with Node's own HTTP client, which does not follow redirects. Each request opens a new connection. */
export class HttpOutbound extends Outbound {
  constructor(
    private readonly destinations: Destinations,
    private readonly find: FindAddresses = new NameLookups(nameServers()).find,
    private readonly trust: OutboundTrust = () => undefined,
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
    { method, headers = {}, body, signal, owner = '', connectTimeoutMs = CONNECT_TIMEOUT_MS }: OutboundRequest,
    deadline: AbortSignal,
  ): Promise<IncomingMessage> {
    const secure = url.protocol === 'https:';
    const over = new AbortController();
    const find = (host: string) => this.find(host, { owner, signal: over.signal });
    const { request } = secure ? https : http;
    return new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(url, {
        method,
        hostname: hostOf(url),
        headers: { 'User-Agent': 'Countersign', ...headers, ...lengthOf(body) },
        agent: false,
        ...(secure && { secureContext: this.trust() }),
        lookup: pinnedLookup(this.destinations, find),
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      });
      limitConnecting(call, secure ? 'secureConnect' : 'connect', connectTimeoutMs);
      call.on('response', resolve).on('error', reject);
      // If the server switches protocols (status 101), Node reports no error and only closes the connection.
      call.on('close', () => reject(new Error('the connection ended with no answer')));
      call.end(body);
    }).finally(() => over.abort());
  }
}

function limitConnecting(call: ClientRequest, connected: 'connect' | 'secureConnect', ms: number): void {
  const late = () => call.destroy(new OutboundFailure('timeout', `there was no connection within ${ms} ms`));
  const timer = setTimeout(late, ms);
  call.on('socket', (socket) => socket.once(connected, () => clearTimeout(timer)));
  call.on('close', () => clearTimeout(timer));
}

/** The Content-Length header. Without it, Node would send the body in chunks, which some receivers do not accept. */
const lengthOf = (body: OutboundRequest['body']) =>
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

/**
 * Resolves the host name once for each connection, and connects only to permitted addresses. If the address were
 * checked in a separate look-up, the name could resolve to another one for the connection (DNS rebinding).
 */
const pinnedLookup =
  (destinations: Destinations, find: (host: string) => Promise<readonly LookupAddress[]>): LookupFunction =>
  (host, { all }, callback) => {
    const settle = (found: readonly LookupAddress[]) => {
      const permitted = found.filter(({ address }) => destinations.permits(host, address));
      const [first] = permitted;
      if (!first) callback(new OutboundFailure('refused', PRIVATE), []);
      else if (all) callback(null, permitted);
      else callback(null, first.address, first.family);
    };
    find(host).then(settle, (error: unknown) => callback(asError(error), []));
  };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
