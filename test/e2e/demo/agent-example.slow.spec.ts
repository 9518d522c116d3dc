import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { RunningDemo } from '../../support/running-demo.js';
import { trustInThisProcess } from '../../support/trust.js';
import { until } from '../../integration/support/until.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A file without types. */
const WALK: string = '../../../scripts/lib/demo/walk.mjs';

const folder = mkdtempSync(join(tmpdir(), 'countersign-agent-'));
cpSync(join(ROOT, 'examples/agent'), folder, { recursive: true });

/** `AGENT_KIT=1` runs it: its packages are fetched from the registry, which tests do not do by themselves. */
function installed(): boolean {
  if (process.env['AGENT_KIT'] !== '1') return false;
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** A program that speaks the Model Context Protocol with the server, line by line. */
class Model {
  readonly #answers = new Map<number, (answer: any) => void>();
  #asked = 0;

  constructor(private readonly server: ChildProcess) {
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const answer = JSON.parse(line);
      this.#answers.get(answer.id)?.(answer.result);
    });
  }

  async call(method: string, params: object): Promise<any> {
    const id = ++this.#asked;
    const answer = new Promise((resolve) => this.#answers.set(id, resolve));
    this.tell({ id, method, params });
    return answer;
  }

  tell(message: object): void {
    this.server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

(installed() ? describe : describe.skip)('examples/agent, run with the kit of the Model Context Protocol', () => {
  let demo: RunningDemo;
  let bank: Server;
  let server: ChildProcess;
  let model: Model;
  let phone: { answer(name: string): Promise<void> };
  const paid: any[] = [];

  beforeAll(async () => {
    demo = await RunningDemo.start();
    trustInThisProcess(demo.authority);
    const { customerOf } = (await import(WALK)) as { customerOf: (url: string) => Promise<any> };
    const customer = await customerOf(demo.url('DEMO'));
    phone = customer.phone;
    bank = createServer(({ headers }, response) => {
      paid.push(decodeJwt(String(headers.authorization).replace('Bearer ', '')));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(bank, 'listening');
    const { agent } = JSON.parse(readFileSync(join(demo.env['DATA_DIR'] ?? '', 'demo-clients.json'), 'utf8'));
    server = spawn(process.execPath, ['server.mjs'], {
      cwd: folder,
      env: {
        ...{ PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: demo.authority, AUTH_URL: demo.url('AUTH') },
        ...{ CLIENT_ID: agent.clientId, CLIENT_SECRET: agent.clientSecret, USER_ID: customer.userId },
        BANK_URL: `http://127.0.0.1:${(bank.address() as AddressInfo).port}/payments`,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    model = new Model(server);
    const clientInfo = { name: 'a-test', version: '1' };
    await model.call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    model.tell({ method: 'notifications/initialized' });
  });
  afterAll(async () => {
    server.kill();
    bank.close();
    await demo.stop();
    rmSync(folder, { recursive: true });
  });

  const payment = { amount: '78.50', currency: 'EUR', payee: 'Bookshop am Markt', iban: 'DE02100100109307118603' };
  const pay = async (answer: string) => {
    const called = model.call('tools/call', { name: 'pay', arguments: payment });
    await until(() =>
      phone.answer(answer).then(
        () => true,
        () => false,
      ),
    );
    return called;
  };

  it('offers one tool, and pays by it once the person has signed', async () => {
    const { tools } = await model.call('tools/list', {});
    expect(tools.map(({ name }: any) => name)).toEqual(['pay']);
    const { content, isError } = await pay('accept');
    expect([isError, content[0].text]).toEqual([false, expect.stringMatching(/^Approved\. The bank has taken it\./)]);
    expect(paid).toMatchObject([
      { authorization_details: [{ instructedAmount: { amount: '78.50', currency: 'EUR' } }], approval: {} },
    ]);
    expect(JSON.stringify(content)).not.toContain('eyJ');
  });

  it('tells the model that the person declined, and pays nothing', async () => {
    const { content, isError } = await pay('reject');
    expect([isError, content[0].text]).toEqual([true, 'Not paid. The person declined.']);
    expect(paid).toHaveLength(1);
  });
});
