import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedKyc {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The endpoint of an enterprise that is asked about verified persons. */
export class KycReceiver {
  readonly asked: AskedKyc[] = [];
  /** How it answers. */
  answer: (response: ServerResponse, userId: string) => void = KycReceiver.says({
    result: 'ACCEPTED',
    reference_number: 'KYC-1',
  });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<KycReceiver> {
    const server = createServer();
    const receiver = new KycReceiver(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        receiver.asked.push({ headers: request.headers, body });
        receiver.answer(response, (JSON.parse(body) as { user_id: string }).user_id);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  static says(body: unknown, status = 200): (response: ServerResponse) => void {
    return (response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/kyc`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
