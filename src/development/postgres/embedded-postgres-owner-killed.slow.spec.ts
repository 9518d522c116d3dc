import { spawn } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { compileInto } from '../../../test/support/embedded/compiled.js';
import {
  countWritten,
  isAlive,
  postmasterPid,
  query,
  until,
  writeUntilBroken,
} from '../../../test/support/embedded/database.js';
import { OtherProcess } from '../../../test/support/embedded/other-process.js';
import { installedPackage } from '../../../test/support/embedded/package-copy.js';
import { prepareData } from '../../../test/support/embedded/prepared-data.js';
import { removeTempFolders, tempFolder } from '../../../test/support/embedded/temp-folders.js';

describe('the embedded PostgreSQL of a killed process', () => {
  const running: { stop(): Promise<void> }[] = [];
  let compiled: string;
  let dataDir: string;

  let preparedData: () => string;

  beforeAll(async () => {
    compileInto((compiled = tempFolder()));
    preparedData = await prepareData();
  });
  beforeEach(() => (dataDir = preparedData()));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
  });
  afterAll(removeTempFolders);

  const home = (): string => join(dataDir, 'postgres');
  const options = (): object => ({ dataDir, packageFolder: installedPackage });

  function runOther(): OtherProcess {
    const other = OtherProcess.run(compiled);
    running.push({ stop: () => other.kill() });
    return other;
  }

  async function start(onProgress?: (text: string) => void): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, onProgress });
    running.push(postgres);
    return postgres;
  }

  /** Kills the process that started the server, while rows are being written. The server keeps running. */
  async function killedWhileWriting() {
    const other = runOther();
    const { connection } = await other.ask('start', { options: options() });
    const written = { acknowledged: 0 };
    const writing = writeUntilBroken(connection!, (count) => (written.acknowledged = count));
    await until(() => written.acknowledged > 100);
    const orphan = postmasterPid(home());
    await other.kill();
    return { orphan, written, writing };
  }

  it('is stopped by the next start, which finds every acknowledged row', async () => {
    const { orphan, written, writing } = await killedWhileWriting();
    expect(isAlive(orphan)).toBe(true);
    const progress: string[] = [];
    const postgres = await start((text) => progress.push(text));
    await writing;
    expect(progress).toEqual(['Stopping the database server that an earlier run has left behind']);
    expect(postmasterPid(home())).not.toBe(orphan);
    expect(await countWritten(postgres.connection)).toBeGreaterThanOrEqual(written.acknowledged);
  });

  it('recovers when the server was killed as well', async () => {
    const { orphan, written, writing } = await killedWhileWriting();
    process.kill(orphan, 'SIGKILL');
    const postgres = await start();
    await writing;
    expect(await countWritten(postgres.connection)).toBeGreaterThanOrEqual(written.acknowledged);
  });

  it('starts though the number of the killed server is another program now, and leaves that program alone', async () => {
    const { uid, gid } = statSync(join(home(), 'cluster'));
    const program = spawn('sleep', ['600'], { stdio: 'ignore', ...(uid === 0 ? {} : { uid, gid }) });
    try {
      writeFileSync(join(home(), 'cluster', 'postmaster.pid'), `${program.pid}\n${home()}/cluster\n`);
      const { connection } = await start();
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(program.exitCode ?? program.signalCode).toBeNull();
    } finally {
      program.kill();
    }
  });

  it('does not outlive a process that just exits', async () => {
    const other = runOther();
    await other.ask('start', { options: options() });
    const server = postmasterPid(home());
    other.tell('exit');
    await until(() => !isAlive(server));
  });

  it('is created anew when the process was killed in the midst of creating it', async () => {
    dataDir = tempFolder();
    const other = runOther();
    other.tell('start', { options: options() });
    expect(await other.hear()).toEqual({ progress: 'Creating the database (only once)' });
    await until(() => readdirSync(home()).some((name) => name.startsWith('cluster-draft-')));
    await other.kill();
    const { connection } = await start();
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('serves exactly one of two that start at the same instant', async () => {
    dataDir = tempFolder();
    const others = [runOther(), runOther()];
    const answers = await Promise.all(others.map((other) => other.ask('start', { options: options() })));
    const [winner] = answers.filter((answer) => answer.connection !== undefined);
    expect(answers.filter((answer) => answer.error === 'DataFolderInUse')).toHaveLength(1);
    expect(await query(winner!.connection!, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
