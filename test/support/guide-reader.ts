import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase, urlOf } from './database.js';
import type { Service } from './person.js';
import { freePorts, Program, type ProgramEnv } from './program.js';
import { trustInThisProcess } from './trust.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the commands of a page find where a reader stands. */
const IN_A_CLONE = ['dist', 'examples', 'node_modules', 'package.json', 'scripts', 'src'];

/** Follows the pages of a guide: with the service as `npm start` runs it, in what looks like a clone. */
export class GuideReader {
  readonly #pages: readonly string[];
  readonly service: Service & { readonly apiUrl: string };
  readonly #programs: Program[] = [];

  private constructor(
    guides: readonly string[],
    readonly folder: string,
    private readonly env: ProgramEnv,
    private readonly database: TestDatabase,
    private readonly apps: Readonly<Record<string, string>>,
  ) {
    this.#pages = guides.flatMap(pagesIn);
    const [authUrl, apiUrl] = [`https://localhost:${env['AUTH_PORT']}`, `https://localhost:${env['MANAGEMENT_PORT']}`];
    this.service = { config: { authUrl }, apiUrl, url: (_surface, path) => authUrl + path };
  }

  /** All pages in these folders. */
  static async of(...guides: readonly string[]): Promise<GuideReader> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'));
    for (const name of IN_A_CLONE) symlinkSync(join(ROOT, name), join(folder, name));
    const database = await createTestDatabase();
    const env = {
      ...(await freePorts()),
      DATA_DIR: join(folder, '.data'),
      DATABASE_URL: urlOf(database.address),
    };
    const { AUTH_PORT: web = '', MOBILE_PORT: browser = '' } = await freePorts();
    const reader = new GuideReader(guides, folder, env, database, { 3000: web, 3001: browser });
    reader.#programs.push(await Program.start(env).ready());
    trustInThisProcess(join(folder, '.data/tls/ca.pem'));
    return reader;
  }

  /** A page by its title, or the part of a page under this heading. */
  section(heading: string): string {
    const page = this.#pages.find((text) => text.startsWith(`# ${heading}\n`));
    if (page !== undefined) return page;
    for (const marks of ['##', '###']) {
      const [, after] = this.#pages.join('\n').split(`\n${marks} ${heading}\n`);
      if (after !== undefined) return after.split(new RegExp(`^#{1,${marks.length}} `, 'm'), 1)[0] ?? '';
    }
    return '';
  }

  /** The address of an application that the guide says to be at this port. */
  appUrl(port: '3000' | '3001'): string {
    return `https://localhost:${this.apps[port]}`;
  }

  /** Does in one shell what stands under these titles and headings, at the ports that are free here. */
  follow(headings: readonly string[], env: ProgramEnv = {}): Program {
    return this.run(headings.flatMap((heading) => this.#commandsUnder(heading)).join('\n'), env);
  }

  /** Does commands in a shell where the reader stands. */
  run(commands: string, env: ProgramEnv = {}): Program {
    const program = Program.startByShell(
      { ...this.env, ...env },
      `cd '${this.folder}'\n${this.#atFreePorts(commands)}`,
    );
    this.#programs.push(program);
    return program;
  }

  /** A program of the guide that serves its readers. */
  async serve(headings: readonly string[], url: string, env: ProgramEnv = {}): Promise<Program> {
    const program = this.follow(headings, env);
    const ended = program.exited.then(() => Promise.reject(new Error(program.out + program.err)));
    await Promise.race([answered(url), ended]);
    return program;
  }

  /** What a command has left in a file. */
  kept(file: string): Record<string, string> {
    return JSON.parse(readFileSync(join(this.folder, '.data', file), 'utf8')) as Record<string, string>;
  }

  /** A call of the management API, by the administrator whom the first start has made. */
  async api(method: string, path: string, body?: object): Promise<any> {
    const { client_id = '', client_secret = '' } = this.kept('admin-client.json');
    const fields = { grant_type: 'client_credentials', scope: 'all', client_id, client_secret };
    const url = `${this.service.config.authUrl}/service/authserver/oauth/token`;
    const granted: any = await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json();
    const headers = { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(this.service.apiUrl + path, sent)).json();
  }

  /** How many the service keeps of something that nobody but it can see. */
  async count(model: string): Promise<number> {
    const db = await this.database.connect();
    const { rows } = await db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM auth.engine_record WHERE model = $1',
      [model],
    );
    await db.end();
    return rows[0]?.n ?? 0;
  }

  get idvUrl(): string {
    return `https://localhost:${this.env['IDV_PORT']}`;
  }

  get mobileUrl(): string {
    return `https://localhost:${this.env['MOBILE_PORT']}`;
  }

  get ops(): string {
    return `http://127.0.0.1:${this.env['OPS_PORT']}`;
  }

  async end(): Promise<void> {
    for (const program of this.#programs.reverse()) await program.end();
    await this.database.release();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #commandsUnder(heading: string): string[] {
    const blocks = [...this.section(heading).matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
    if (blocks.length === 0) throw new Error(`The guide has no commands under ${heading}`);
    return blocks;
  }

  #atFreePorts(commands: string): string {
    const { AUTH_PORT: auth, MANAGEMENT_PORT: management, MOBILE_PORT: mobile } = this.env;
    const ports = { ...this.apps, 8006: auth, 8007: mobile, 9442: management };
    return Object.entries(ports).reduce(
      (text, [port, free]) => text.replaceAll(`localhost:${port}`, `localhost:${free}`),
      commands,
    );
  }
}

function pagesIn(folder: string): string[] {
  const pages = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return pages.map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
}

async function answered(url: string): Promise<void> {
  while (!(await fetch(url, { redirect: 'manual' }).catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
