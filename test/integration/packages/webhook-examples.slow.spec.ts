import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureHeaders } from '../../../src/shared/outbound/index.js';
import { compiled, describeLanguages, example, type Language } from '../../support/languages.js';
import { freePort, Program } from '../../support/program.js';
import { until } from '../support/until.js';

const program = (name: string): string => example(`webhooks/${name}`);

const LANGUAGES: readonly Language<[port: number]>[] = [
  { name: 'Node', needs: ['node'], run: () => ['node', program('receive.mjs')] },
  { name: 'Python', needs: ['python3'], run: () => ['python3', program('receive.py')] },
  {
    name: 'Java',
    needs: ['javac', 'java'],
    compile: (folder) => ['javac', '-Xlint:all', '-Werror', '-d', folder, program('Receive.java')],
    run: (folder) => ['java', '-cp', folder, 'Receive'],
  },
  {
    name: 'Go',
    needs: ['go'],
    compile: (folder) => ['go', 'build', '-o', join(folder, 'receive'), program('receive.go')],
    run: (folder) => [join(folder, 'receive')],
  },
  {
    name: 'C#',
    needs: ['mcs', 'mono'],
    compile: (folder) => ['mcs', '-langversion:latest', `-out:${join(folder, 'Receive.exe')}`, program('Receive.cs')],
    run: (folder) => ['mono', join(folder, 'Receive.exe')],
  },
  { name: 'PHP', needs: ['php'], run: (_, port) => ['php', '-S', `127.0.0.1:${port}`, program('receive.php')] },
];

const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A receiver of one of the examples, with an old secret and a new one. */
class Receiver {
  readonly secrets = [newWebhookSecret(), newWebhookSecret()];
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
  #program!: Program;
  #url!: string;

  async start(language: Language<[port: number]>): Promise<this> {
    compiled(language, this.#folder);
    const port = await freePort();
    const [command, ...args] = language.run(this.#folder, port);
    const env = {
      WEBHOOK_SECRETS: this.secrets.join(' '),
      PORT: String(port),
      SEEN: join(this.#folder, 'seen'),
      LC_ALL: 'C.UTF-8', // Java and Mono print what the terminal is said to read
    };
    this.#program = Program.startCommand(env, command!, args);
    this.#url = `http://127.0.0.1:${port}/`;
    await until(() =>
      fetch(this.#url, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    );
    return this;
  }

  async post(headers: Record<string, string>, body: string): Promise<number> {
    return (await fetch(this.#url, { method: 'POST', headers, body })).status;
  }

  get printed(): string {
    return this.#program.out;
  }

  async end(): Promise<void> {
    await this.#program.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const BODY = '{"type":"user.status_changed","data":{"firstName":"Žofie","n":7}}';
const signed = (secrets: readonly string[], id = 'msg_1', at = new Date()): Record<string, string> =>
  signatureHeaders({ id, at, body: BODY }, secrets);
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describeLanguages('The receiver of webhooks', LANGUAGES, (language) => {
  const receiver = new Receiver();
  beforeAll(() => receiver.start(language));
  afterAll(() => receiver.end());

  it('takes what is genuine, by either secret, and prints each message once', async () => {
    const [old, current] = receiver.secrets;
    const stranger = newWebhookSecret();
    expect(await receiver.post(signed([old!]), BODY)).toBe(204);
    expect(await receiver.post(signed([stranger, current!]), BODY)).toBe(204);
    expect(await receiver.post(signed([current!], 'msg_2', minutesAgo(4)), BODY)).toBe(204);
    await until(() => Promise.resolve(receiver.printed.includes('msg_2')));
    expect(receiver.printed.match(/^msg_.*$/gm)).toEqual([`msg_1 ${BODY}`, `msg_2 ${BODY}`]);
  });

  it.each<[what: string, headers: () => Record<string, string>, body?: string]>([
    ['without a signature', () => ({})],
    ['by another secret', () => signed([newWebhookSecret()])],
    ['that was changed', () => signed(receiver.secrets), BODY.replace('7', '8')],
    ['under another id', () => ({ ...signed(receiver.secrets), 'webhook-id': 'msg_3' })],
    ['that is old', () => signed(receiver.secrets, 'msg_3', minutesAgo(6))],
    ['of a time to come', () => signed(receiver.secrets, 'msg_3', minutesAgo(-6))],
    ['without a time', () => ({ ...signed(receiver.secrets), 'webhook-timestamp': '' })],
    ['with a time that is no number', () => ({ ...signed(receiver.secrets), 'webhook-timestamp': 'NaN' })],
    ['with an empty signature', () => ({ ...signed(receiver.secrets), 'webhook-signature': 'v1,' })],
    ['of another version', () => ({ ...signed(receiver.secrets), ...asVersion2(signed(receiver.secrets)) })],
  ])('refuses a message %s', async (_what, headers, body = BODY) => {
    const before = receiver.printed;
    expect(await receiver.post(headers(), body)).toBe(401);
    expect(receiver.printed).toBe(before);
  });

  it('takes no body of more than 1 MiB', async () => {
    const status = await receiver.post(signed(receiver.secrets), 'x'.repeat(2 * 1024 * 1024)).catch(() => 'closed');
    expect([413, 'closed']).toContain(status);
  });
});

const asVersion2 = (headers: Record<string, string>): Record<string, string> => ({
  'webhook-signature': headers['webhook-signature']!.replaceAll('v1,', 'v2,'),
});
