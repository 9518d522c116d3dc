import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NameServer } from '../../support/name-server.js';
import { certificateFor } from '../../support/named-server.js';
import { WebhookScene } from '../../support/webhooks.js';

/** The name of a receiver on this machine. */
export const NAMED = 'hooks.acme.example';

/** A name server that knows a receiver of this machine, and answers nothing about names of `evil.example`. */
class NamesOfTest {
  private constructor(
    readonly server: NameServer,
    readonly certificate: { cert: string; key: string },
    private readonly folder: string,
  ) {}

  static async open(): Promise<NamesOfTest> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-names-'));
    const answer = (name: string) => (name.endsWith('.evil.example') ? 'silence' : undefined);
    const server = await NameServer.start((name) => (name === NAMED ? '127.0.0.1' : answer(name)));
    return new NamesOfTest(server, await certificateFor(NAMED, join(folder, 'acme.pem')), folder);
  }

  get env() {
    return { DNS_SERVERS: this.server.address, OUTBOUND_CA_FILE: join(this.folder, 'acme.pem') };
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true });
  }
}

let opened: { readonly names: NamesOfTest; readonly scene: WebhookScene };
beforeAll(async () => {
  const names = await NamesOfTest.open();
  opened = { names, scene: await WebhookScene.open({ env: names.env }) };
});
afterEach(() => opened.scene.clear());
afterAll(async () => {
  await opened.scene.close();
  await opened.names.close();
});

/** One application for all files here that import this and are run together. */
export const scene = (): WebhookScene => opened.scene;
export const names = (): NamesOfTest => opened.names;
