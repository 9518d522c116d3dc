import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedWebhook {
  readonly id: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Exactly as it came: what the signature is about. */
  readonly body: string;
}

type Answer = (webhook: ReceivedWebhook, response: ServerResponse, request: IncomingMessage) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_webhook, response) =>
    response.writeHead(status, headers).end();

/** An enterprise's server that is told of events. */
export class WebhookReceiver {
  readonly got: ReceivedWebhook[] = [];
  answer: Answer = answering(204);
  readonly #waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly base: string,
  ) {}

  static start(): Promise<WebhookReceiver> {
    return WebhookReceiver.#listen(createServer(), 'http://127.0.0.1');
  }

  static startTls(name: string, certificate: { cert: string; key: string }): Promise<WebhookReceiver> {
    return WebhookReceiver.#listen(createTlsServer(certificate), `https://${name}`);
  }

  static async #listen(server: Server, base: string): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(server, base);
    server.on('request', (request, response) => {
      response.on('error', () => undefined);
      void text(request).then((body) => receiver.#take(body, request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get origin(): string {
    return `${this.base}:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  get ids(): string[] {
    return this.got.map(({ id }) => id);
  }

  /** Resolves once so many have come. */
  async received(count: number): Promise<readonly ReceivedWebhook[]> {
    while (this.got.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.got;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #take(body: string, request: IncomingMessage, response: ServerResponse): void {
    const headers = request.headers as Record<string, string>;
    const webhook = { id: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body };
    this.got.push(webhook);
    this.answer(webhook, response, request);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
