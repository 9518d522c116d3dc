import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request: the service is busy, or it has done the work and its answer gets lost. */
export type Fault = 'busy' | 'lost-answer' | 'none';

/** What stands between a client and a service, and fails when told to. */
export class FaultyLine {
  readonly requests: { readonly method: string; readonly path: string; readonly key: string | undefined }[] = [];
  /** For the next requests, in this order; after them nothing fails. */
  faults: Fault[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async to(target: string): Promise<FaultyLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new FaultyLine(server, target);
    server.on('request', (request, response) => line.#pass(request, response));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request;
    const key = headers['idempotency-key'];
    this.requests.push({ method, path, key: typeof key === 'string' ? key : undefined });
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'busy') {
      request.resume();
      response.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    const onward = httpRequest(`${this.target}${path}`, { method, headers }, (answer) => {
      if (fault === 'lost-answer') {
        answer.resume().once('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.once('error', () => response.destroy()).pipe(response);
    });
    onward.once('error', () => request.socket.destroy());
    request.pipe(onward);
  }
}
