import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';
import { compileInto } from '../../../test/support/embedded/compiled.js';
import { query } from '../../../test/support/embedded/database.js';
import { OtherProcess } from '../../../test/support/embedded/other-process.js';
import { copyPackageWithoutLinks } from '../../../test/support/embedded/package-copy.js';
import { removeLater, removeTempFolders, tempFolder } from '../../../test/support/embedded/temp-folders.js';

const runsAsRoot = process.getuid?.() === 0;
const asRoot = runsAsRoot ? it : it.skip;

describe('the places of the embedded PostgreSQL', () => {
  const running: EmbeddedPostgres[] = [];
  let folder: string;
  let dataDir: string;

  beforeEach(() => {
    folder = tempFolder();
    dataDir = join(folder, 'data');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
    if (existsSync(pointer())) removeLater(readFileSync(pointer(), 'utf8'));
  });
  afterAll(removeTempFolders);

  const pointer = (): string => join(dataDir, 'postgres.location');
  const home = (): string => join(dataDir, 'postgres');

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, ...options });
    running.push(postgres);
    return postgres;
  }

  async function expectToRun({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<void> {
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  }

  it('mends a package whose install script was not allowed to run', async () => {
    const packageFolder = copyPackageWithoutLinks(join(folder, 'package'));
    chmodSync(join(packageFolder, 'native', 'bin', 'initdb'), 0o644);
    await expectToRun(await start({ packageFolder }));
    expect(readdirSync(home()).filter((name) => name.startsWith('programs'))).toEqual([]);
  });

  it('does not take a symbolic link for its folder', async () => {
    mkdirSync(dataDir);
    symlinkSync(tempFolder(), home());
    await expect(start()).rejects.toThrow('cannot be trusted');
  });

  it('does not take a folder that others may write to', async () => {
    mkdirSync(home(), { recursive: true });
    chmodSync(home(), 0o777);
    await expect(start()).rejects.toThrow('cannot be trusted');
  });

  it('does not begin anew without a word when the place that it remembers is gone', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'postgres.location'), join(folder, 'gone'));
    await expect(start()).rejects.toThrow(/gone.*delete .*postgres\.location/);
  });

  asRoot('as root: does not take a folder that another user has planted', async () => {
    mkdirSync(home(), { recursive: true });
    chownSync(home(), 65534, 65534);
    await expect(start()).rejects.toThrow('cannot be trusted');
  });

  asRoot('as root: does not take a remembered place that another user has planted', async () => {
    const planted = join(folder, 'planted');
    mkdirSync(dataDir);
    mkdirSync(planted);
    chownSync(planted, 65534, 65534);
    writeFileSync(join(dataDir, 'postgres.location'), planted);
    await expect(start()).rejects.toThrow('cannot be trusted');
  });

  asRoot('as root: runs as another user, who owns the cluster alone', async () => {
    await start();
    const cluster = statSync(join(home(), 'cluster'));
    expect(cluster.uid).not.toBe(0);
    expect(cluster.mode & 0o777).toBe(0o700);
  });

  asRoot('as root: stays in a closed data folder that is empty, as `mktemp -d` makes it', async () => {
    mkdirSync(dataDir, 0o700);
    const { connection } = await start();
    expect(connection.host).toBe(join(home(), 'socket'));
  });

  asRoot('as root: leaves a closed data folder closed that holds something', async () => {
    mkdirSync(dataDir, 0o700);
    writeFileSync(join(dataDir, 'secret'), '');
    await expectToRun(await start());
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(existsSync(pointer())).toBe(true);
  });

  asRoot('as root below a closed folder: keeps database and programs where its user gets to them', async () => {
    chmodSync(folder, 0o700);
    const packageFolder = copyPackageWithoutLinks(join(folder, 'package'));
    const told: string[] = [];
    const progress: string[] = [];
    const heard = {
      log: (_: string, text: string) => void told.push(text),
      onProgress: (text: string) => void progress.push(text),
    };
    const first = await start({ packageFolder, ...heard });
    const place = readFileSync(pointer(), 'utf8');
    await query(first.connection, 'create table kept ()');
    await first.stop();
    const second = await start({ packageFolder, ...heard });
    await query(second.connection, 'select from kept');
    expect(lstatSync(place)).toMatchObject({ uid: 0 });
    expect(statSync(place).mode & 0o022).toBe(0);
    expect(told).toEqual([expect.stringContaining(place), expect.stringContaining(place)]);
    expect(progress).toEqual([expect.stringContaining('Copying'), expect.stringContaining('Creating')]);
  });

  asRoot('as root: copies the programs when the package alone is closed, and anew for another version', async () => {
    const packageFolder = copyPackageWithoutLinks(join(folder, 'closed', 'package'));
    chmodSync(join(folder, 'closed'), 0o700);
    const programs = (): string[] => readdirSync(home()).filter((name) => name.startsWith('programs'));
    await (await start({ packageFolder })).stop();
    expect(programs()).toHaveLength(1);
    const manifest = join(packageFolder, 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "17.99.0"'));
    await expectToRun(await start({ packageFolder }));
    expect(programs()).toEqual(['programs-17.99.0']);
  });

  asRoot('as any other user: makes a mended copy of a package that it may not change', async () => {
    const packageFolder = copyPackageWithoutLinks(join(folder, 'package'));
    const compiled = tempFolder();
    compileInto(compiled);
    chmodSync(compiled, 0o755);
    mkdirSync(dataDir);
    chownSync(dataDir, 65534, 65534);
    const other = OtherProcess.run(compiled, { uid: 65534, gid: 65534 });
    try {
      const { connection } = await other.ask('start', { options: { dataDir, packageFolder } });
      await expectToRun({ connection: connection! });
      expect(readdirSync(home()).filter((name) => name.startsWith('programs'))).toHaveLength(1);
      expect(statSync(home())).toMatchObject({ uid: 65534 });
      expect(statSync(home()).mode & 0o777).toBe(0o700);
    } finally {
      other.tell('exit');
      await other.conclusion();
    }
    // A later start as root continues as the user who owns these files.
    await expectToRun(await start({ packageFolder }));
    expect(statSync(join(home(), 'cluster')).uid).toBe(65534);
  });
});
