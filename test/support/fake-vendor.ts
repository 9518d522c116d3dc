import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ReceiverCertificate } from './logout-receiver.js';

export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface WebhookOptions {
  readonly id?: string;
  readonly secret?: string;
  readonly secondsAgo?: number;
}

const TOKEN = 'vendor-token';
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** A vendor of identity verification, as the operators' guide describes its interface. */
export class FakeVendor {
  readonly secret = newSecret();
  readonly requests: VendorRequest[] = [];
  /** What it answers instead of what it should; `hang`: nothing at all. */
  instead: { readonly status: number; readonly body?: string } | 'hang' | undefined;
  /** The sessions that it was told to delete. */
  readonly removed: string[] = [];
  readonly #results = new Map<string, object>();
  readonly #refs = new Map<string, string>();
  #returnUrl = '';

  private constructor(private readonly server: Server) {}

  static async start({ tls }: ReceiverCertificate): Promise<FakeVendor> {
    const server = createServer(tls);
    const vendor = new FakeVendor(server);
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void vendor.#answer(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return vendor;
  }

  get url(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}/v1`;
  }

  get env(): Readonly<Record<string, string>> {
    return { IDV_VENDOR_URL: this.url, IDV_VENDOR_TOKEN: TOKEN, IDV_VENDOR_WEBHOOK_SECRET: this.secret };
  }

  /** What asking for this session is answered with from now on. */
  settle(vendorRef: string, result: object): void {
    this.#results.set(vendorRef, result);
  }

  refOf(reference: string): string {
    return this.#refs.get(reference) ?? '';
  }

  /** A webhook of this vendor: its headers and its body, signed by Standard Webhooks. */
  webhook(body: object | string, { id = 'msg_1', secret = this.secret, secondsAgo = 0 }: WebhookOptions = {}) {
    const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    return { headers, body: Buffer.from(text) };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = method === 'POST' ? await json(request) : undefined;
    this.requests.push({ method, path, authorization: headers.authorization, body });
    if (this.instead === 'hang') return;
    if (this.instead) response.writeHead(this.instead.status).end(this.instead.body);
    else if (!path.includes('/pages/') && headers.authorization !== `Bearer ${TOKEN}`) response.writeHead(401).end();
    else if (method === 'DELETE') this.#remove(path, response);
    else if (path.includes('/pages/')) this.#page(response);
    else if (method === 'POST') this.#create(body as { reference: string; returnUrl: string }, response);
    else this.#tell(path, response);
  }

  #create({ reference, returnUrl }: { reference: string; returnUrl: string }, response: ServerResponse): void {
    const id = this.#refs.get(reference) ?? `vs_${this.#refs.size + 1}`;
    this.#refs.set(reference, id);
    this.#returnUrl = returnUrl;
    response.writeHead(201).end(JSON.stringify({ id, redirectUrl: `${this.url}/pages/${id}` }));
  }

  #remove(path: string, response: ServerResponse): void {
    this.removed.push(path.split('/').at(-1) ?? '');
    response.writeHead(204).end();
  }

  /** Where users show their documents: here they have done so. */
  #page(response: ServerResponse): void {
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>V</title><a href="${this.#returnUrl}">Back</a>`);
  }

  #tell(path: string, response: ServerResponse): void {
    const id = path.split('/').at(-1) ?? '';
    const known = [...this.#refs.values()].includes(id);
    response.writeHead(known ? 200 : 404).end(JSON.stringify({ id, status: 'pending', ...this.#results.get(id) }));
  }
}
