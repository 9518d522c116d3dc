import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase, urlOf } from './database.js';
import { freePort, freePorts, Program, type ProgramEnv } from './program.js';

/** The service as `npm start` runs it, with the demo. */
export class RunningDemo {
  private constructor(
    readonly env: ProgramEnv,
    readonly program: Program,
    private readonly database: TestDatabase,
  ) {}

  static async start(more: ProgramEnv = {}): Promise<RunningDemo> {
    const database = await createTestDatabase();
    const env = {
      ...(await freePorts()),
      DEMO: 'on',
      // A busy machine reads a picture slowly; what it could not read in time, it would refuse.
      IDV_READING_MS: '10000',
      DEMO_PORT: String(await freePort()),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'countersign-demo-')),
      DATABASE_URL: urlOf(database.address),
      LOG_FORMAT: 'json',
      ...more,
    };
    return new RunningDemo(env, await Program.start(env).ready(), database);
  }

  url(surface: 'AUTH' | 'DEMO' | 'IDV' | 'MANAGEMENT' | 'MOBILE', path = ''): string {
    return `${surface === 'DEMO' ? 'http' : 'https'}://localhost:${this.env[`${surface}_PORT`]}${path}`;
  }

  get authority(): string {
    return join(this.env['DATA_DIR'] ?? '', 'tls/ca.pem');
  }

  async stop(): Promise<void> {
    await this.program.end();
    await this.database.release();
    rmSync(this.env['DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}
