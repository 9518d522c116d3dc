import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { trustAlso } from '../../src/lifecycle/outbound-trust.js';
import { ensureDevelopmentTls } from '../../src/shared/security/tls/development-tls.js';

/** An application's server that is told of logouts, over TLS by a certificate that we trust for as long as it runs. */
export class LogoutReceiver {
  /** Logout tokens, as they came. */
  readonly told: string[] = [];
  /** The status to answer; undefined: none at all. */
  answer: number | undefined = 200;
  readonly #waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly tidyUp: () => void,
  ) {}

  static async start(): Promise<LogoutReceiver> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-receiver-'));
    const certificate = await ensureDevelopmentTls(folder);
    const untouched = tls.createSecureContext;
    const server = createServer(certificate);
    trustAlso(certificate.caFile);
    const receiver = new LogoutReceiver(server, () => {
      tls.createSecureContext = untouched;
      rmSync(folder, { recursive: true });
    });
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
    this.tidyUp();
  }

  #keep(token: string): void {
    this.told.push(token);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
