import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureDevelopmentTls, type DevelopmentTls } from '../../src/development/tls/development-tls.js';

/** The certificate of logout receivers; an application that calls them names its `caFile` in OUTBOUND_CA_FILE. */
export class ReceiverCertificate {
  private constructor(
    private readonly folder: string,
    readonly tls: DevelopmentTls,
  ) {}

  static async make(): Promise<ReceiverCertificate> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-receiver-'));
    return new ReceiverCertificate(folder, await ensureDevelopmentTls(folder));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** An application's server that is told of logouts, over TLS. */
export class LogoutReceiver {
  /** Logout tokens, as they came. */
  readonly told: string[] = [];
  /** The status to answer; undefined: none at all. */
  answer: number | undefined = 200;
  readonly #waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start({ tls }: ReceiverCertificate): Promise<LogoutReceiver> {
    const server = createServer(tls);
    const receiver = new LogoutReceiver(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        receiver.#keep(new URLSearchParams(body).get('logout_token') ?? body);
        if (receiver.answer !== undefined) response.writeHead(receiver.answer).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}/logout`;
  }

  /** Resolves once so many tokens have come. */
  async received(count: number): Promise<readonly string[]> {
    while (this.told.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.told;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #keep(token: string): void {
    this.told.push(token);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
