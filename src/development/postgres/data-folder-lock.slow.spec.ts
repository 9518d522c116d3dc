import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.js';
import { compileInto } from '../../../test/support/embedded/compiled.js';
import { OtherProcess } from '../../../test/support/embedded/other-process.js';
import { removeTempFolders, tempFolder } from '../../../test/support/embedded/temp-folders.js';

const onLinux = platform() === 'linux' ? it : it.skip;

describe('the lock of the data folder', () => {
  const started: OtherProcess[] = [];
  let compiled: string;
  let folder: string;

  beforeAll(() => compileInto((compiled = tempFolder())));
  beforeEach(() => (folder = tempFolder()));
  afterEach(async () => {
    await Promise.all(started.splice(0).map((other) => other.kill()));
  });
  afterAll(removeTempFolders);

  const lockFile = (): string => join(folder, 'countersign.lock');
  const record = (): Record<string, unknown> => JSON.parse(readFileSync(lockFile(), 'utf8'));
  const amend = (change: object): void => writeFileSync(lockFile(), JSON.stringify({ ...record(), ...change }));

  function runOther(): OtherProcess {
    const other = OtherProcess.run(compiled);
    started.push(other);
    return other;
  }

  async function lockedAndKilled(): Promise<void> {
    const other = runOther();
    await other.ask('lock', { folder });
    await other.kill();
  }

  function refusal(): DataFolderInUse {
    try {
      lockDataFolder(folder).release();
    } catch (error) {
      if (error instanceof DataFolderInUse) return error;
      throw error;
    }
    throw new Error('The lock was granted');
  }

  it('refuses a second process and names the first', async () => {
    const other = runOther();
    const { pid } = await other.ask('lock', { folder });
    expect(refusal()).toMatchObject({ folder, pid });
    expect(record()).toMatchObject({ pid });
  });

  it('refuses a second lock of the same process', () => {
    const lock = lockDataFolder(folder);
    expect(refusal()).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it('makes the folder, and leaves nothing in it when released', () => {
    folder = join(folder, 'new', 'data');
    lockDataFolder(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is released once: a second time touches nothing', () => {
    const lock = lockDataFolder(folder);
    lock.release();
    const next = lockDataFolder(folder);
    lock.release();
    expect(refusal()).toMatchObject({ pid: process.pid });
    next.release();
  });

  it('does not release what another holds by now', async () => {
    const lock = lockDataFolder(folder);
    amend({ pid: process.ppid });
    lock.release();
    expect(record()).toMatchObject({ pid: process.ppid });
  });

  it('is taken over from a killed process, and nothing of it is left', async () => {
    await lockedAndKilled();
    lockDataFolder(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over when the number of the killed process is another program now', async () => {
    await lockedAndKilled();
    const other = runOther();
    amend({ pid: other.pid });
    lockDataFolder(folder).release();
  });

  it('is taken over when our own number, as in a container always 1, was that of the killed process', async () => {
    await lockedAndKilled();
    amend({ pid: process.pid });
    lockDataFolder(folder).release();
  });

  onLinux('is taken over from a dead process that nobody has buried', async () => {
    const script = join(compiled, 'child.mjs');
    // `exec` replaces the shell by `sleep`, which never waits for its child. The killed child therefore stays a zombie.
    const parent = spawn('sh', ['-c', `"${process.execPath}" "${script}" <&3 & exec 3<&- sleep 60`], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    try {
      (parent.stdio[3] as Writable).write(`${JSON.stringify({ verb: 'lock', folder })}\n`);
      const answer = await new OtherProcess(parent).hear();
      process.kill(answer.pid!, 'SIGKILL');
      await untilZombie(answer.pid!);
      lockDataFolder(folder).release();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  onLinux('is taken over after the machine was started anew', () => {
    const lock = lockDataFolder(folder);
    amend({ boot: 'an earlier one' });
    lockDataFolder(folder).release();
    lock.release();
  });

  onLinux('is refused to another container while its holder lives, and granted when it does not', async () => {
    const other = runOther();
    await other.ask('lock', { folder });
    amend({ pid: 1, pidNamespace: 'pid:[1]' });
    expect(refusal()).toMatchObject({ pid: 1 });
    await other.kill();
    lockDataFolder(folder).release();
  });

  it.each(['', '{', 'null', '{"pid":"1"}'])('is taken over from a file cut by a power failure: %p', (left) => {
    writeFileSync(lockFile(), left);
    lockDataFolder(folder).release();
  });

  it('goes to exactly one of many who try at the same instant to take it over', async () => {
    const others = Array.from({ length: 6 }, runOther);
    await lockedAndKilled();
    const left = readFileSync(lockFile());
    for (let round = 0; round < 25; round++) {
      folder = tempFolder();
      writeFileSync(lockFile(), left);
      const answers = await Promise.all(others.map((other) => other.ask('lock', { folder })));
      const winners = answers.filter((answer) => answer.error === undefined);
      expect(winners).toHaveLength(1);
      expect(answers.filter((answer) => answer.error === 'DataFolderInUse')).toHaveLength(others.length - 1);
      expect(record()).toMatchObject({ pid: winners[0]!.pid });
    }
  });
});

async function untilZombie(pid: number): Promise<void> {
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 10));
}
