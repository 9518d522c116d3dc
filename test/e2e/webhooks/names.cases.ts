import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { until } from '../../integration/support/until.js';
import { NameServer } from '../../support/name-server.js';
import { certificateFor } from '../../support/named-server.js';
import { portalOf } from '../../support/tokens.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import type { WebhookScene } from '../../support/webhooks.js';

const ACME = 'hooks.acme.example';

/** A name server that knows a receiver of this machine, and answers nothing about names of `evil.example`. */
export class NamesOfTest {
  private constructor(
    readonly server: NameServer,
    readonly certificate: { cert: string; key: string },
    private readonly folder: string,
  ) {}

  static async open(): Promise<NamesOfTest> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-names-'));
    const answer = (name: string) => (name.endsWith('.evil.example') ? 'silence' : undefined);
    const server = await NameServer.start((name) => (name === ACME ? '127.0.0.1' : answer(name)));
    return new NamesOfTest(server, await certificateFor(ACME, join(folder, 'acme.pem')), folder);
  }

  get env() {
    return { DNS_SERVERS: this.server.address, OUTBOUND_CA_FILE: join(this.folder, 'acme.pem') };
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true });
  }
}

export const namesCases = (scene: () => WebhookScene, names: () => NamesOfTest): void => {
  const held = async () => (await scene().db.rows('SELECT FROM shared.job_lane_hold')).length;

  it('Endpoints of one enterprise whose names nobody answers for hinder no other, and the circuit breaker holds them', async () => {
    const { running } = scene();
    const evil = await portalOf(running, { enterpriseId: 'evil', scopes: ['webhooks:read', 'webhooks:write'] });
    for (let n = 0; n < 20; n++) await scene().register(`https://n${n}.evil.example/hook`, undefined, evil);
    const receiver = await WebhookReceiver.startTls(ACME, names().certificate);
    const endpoint = await scene().register(receiver.url);
    for (let n = 0; n < 5; n++) await scene().emit({ n }, Tenant.of('evil', false));
    await until(() => Promise.resolve(new Set(names().server.asked).size >= 8));
    for (let n = 0; n < 5; n++) {
      await scene().emit({ n });
      await receiver.received(n + 1);
    }
    await until(async () => (await scene().statuses(endpoint)).every((status) => status === 'delivered'));
    await until(async () => (await held()) === 20);
    await receiver.close();
  });
};
