import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../cli/arguments.js';
import { UsageError, type Command } from '../../shared/observability/index.js';
import { usersExport } from '../export/users-export.command.js';
import { usersImport } from './users-import.command.js';
import { readNewUser } from '../management/new-users.reader.js';
import { PasswordLogin } from '../../auth/credentials/password-login.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import { ImportTotals, ImportUsers, type ImportRequest, type RefusedLine } from './import-users.service.js';
import type { UserLine } from './user-lines.parser.js';
import { UsersService } from '../management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { DAY, moveClock } from '../../../test/support/clock.js';
import { someone } from '../../../test/support/enrolments.js';
import { waiting } from '../../../test/support/held-locks.js';
import { performJob } from '../../../test/support/jobs.js';
import { Program, type ProgramEnv } from '../../../test/support/program.js';

const MAIN = fileURLToPath(new URL('../../../dist/program/cli.js', import.meta.url));
const tenant = Tenant.of('default', false);
let running: TestApplication;
let users: UsersService;

const fields = (userId: string, more: object = {}) => ({ userId, primaryGroup: 'retail', ...more });

async function* lines(...given: (object | UserLine)[]): AsyncGenerator<UserLine> {
  for (const [index, user] of given.entries()) yield 'errors' in user ? user : { line: index + 1, user };
}

async function imported(source: AsyncIterable<UserLine>, changes: Partial<ImportRequest> = {}) {
  const totals = new ImportTotals();
  const refused: RefusedLine[] = [];
  const request: ImportRequest = {
    tenant,
    users: source,
    read: (user) => readNewUser(user, 'import'),
    refuse: (line) => refused.push(line),
    sendCodes: false,
    dryRun: false,
    signal: new AbortController().signal,
    ...changes,
  };
  const failure = await running.app
    .get(ImportUsers)
    .run(request, totals)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { totals, refused: refused.sort((a, b) => a.line - b.line), failure };
}

const jobs = async (): Promise<number> => {
  const client = await running.database.connect();
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM shared.job');
  await client.end();
  return rows[0]?.n ?? 0;
};

describe('Import', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    users = running.app.get(UsersService);
  });
  afterAll(() => running.close());

  describe('An import', () => {
    it('enrols who is sound, tells who is not, and leaves alone who is there', async () => {
      await running.app.get(EnrolmentService).enrol(tenant, someone('there', { firstName: 'Before' }));
      const deleted = await running.app.get(EnrolmentService).enrol(tenant, someone('deleted'));
      await users.changeStatus(tenant, deleted.user.userId, 'DELETED');
      const bad = fields('bad', { emailId: 'no address', mobileNumber: '1', more: true });
      const source = () =>
        lines(
          fields('new', { emailId: 'new@example.com', preferredStatus: 'ONBOARDING' }),
          fields('there', { firstName: 'After' }),
          bad,
          fields('deleted'),
          fields('clash', { loginId: 'there' }),
          { line: 6, errors: [{ pointer: '', detail: 'Must be UTF-8.' }] },
          fields('new'),
        );
      const first = await imported(source());
      expect(first).toMatchObject({ totals: { created: 1, existing: 2, refused: 4, lastLine: 7 }, failure: undefined });
      expect(first.refused).toEqual([
        { line: 3, user: bad, errors: expect.arrayContaining([{ pointer: '/emailId', detail: expect.any(String) }]) },
        {
          line: 4,
          user: fields('deleted'),
          errors: [{ pointer: '/userId', detail: expect.stringContaining('deleted') }],
        },
        {
          line: 5,
          user: expect.anything(),
          errors: [{ pointer: '/userId', detail: expect.stringContaining('taken') }],
        },
        { line: 6, errors: [{ pointer: '', detail: 'Must be UTF-8.' }] },
      ]);
      expect(first.refused[0]?.errors.map(({ pointer }) => pointer).sort()).toEqual([
        '/emailId',
        '/mobileNumber',
        '/more',
      ]);
      expect(await users.find(tenant, 'there')).toMatchObject({ firstName: 'Before' });
      expect(await users.find(tenant, 'new')).toMatchObject({ status: 'ONBOARDING', createdBy: 'import' });
      expect((await imported(source())).totals).toMatchObject({ created: 0, existing: 3, refused: 4 });
    });

    it('sends codes only when asked to', async () => {
      const before = await jobs();
      await imported(lines(fields('quiet', { emailId: 'quiet@example.com' })));
      expect(await jobs()).toBe(before);
      await imported(lines(fields('loud', { emailId: 'loud@example.com' }), fields('mute')), { sendCodes: true });
      expect(await jobs()).toBe(before + 1);
    });

    it('is only looked at in a dry run', async () => {
      const source = lines(fields('looked at'), fields('dry'), fields('there'), fields('deleted'));
      const { totals } = await imported(source, { dryRun: true });
      expect(totals).toMatchObject({ created: 1, existing: 1, refused: 2 });
      await expect(users.find(tenant, 'dry')).rejects.toMatchObject({ name: 'users/not-found' });
    });

    it('does not read on while what it has read waits to be written', async () => {
      const holder = await running.database.connect();
      await holder.query('BEGIN; LOCK TABLE users.login_name IN EXCLUSIVE MODE');
      let taken = 0;
      const enough = new AbortController();
      async function* source(): AsyncGenerator<UserLine> {
        for (; taken < 20_000 && !enough.signal.aborted; taken++)
          yield { line: taken + 1, user: fields(`held${taken}`) };
      }
      const done = imported(source(), { signal: enough.signal });
      let before = -1;
      while (before !== taken) {
        before = taken;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(taken).toBeLessThan(600);
      enough.abort();
      await holder.query('COMMIT');
      await holder.end();
      const { totals } = await done;
      expect(totals.created).toBe(totals.lastLine);
      expect((await users.find(tenant, `held${totals.lastLine - 1}`)).status).toBe('CREATED');
      await expect(users.find(tenant, `held${totals.lastLine}`)).rejects.toMatchObject({ name: 'users/not-found' });
    });

    it('that fails half-way has finished what it had begun, and can be repeated', async () => {
      async function* source(fails: boolean): AsyncGenerator<UserLine> {
        for (let i = 0; i < 250; i++) yield { line: i + 1, user: fields(`half${i}`) };
        if (fails) throw new Error('The disk is gone');
      }
      const { totals, failure } = await imported(source(true));
      expect(failure).toMatchObject({ message: 'The disk is gone' });
      expect(totals).toMatchObject({ created: 200, lastLine: 200 });
      expect((await imported(source(false))).totals).toMatchObject({ created: 50, existing: 200, refused: 0 });
    });

    it('has one winner where two import the same', async () => {
      const source = () => lines(...Array.from({ length: 300 }, (_, i) => fields(`both${i}`)));
      const [one, other] = await Promise.all([imported(source()), imported(source())]);
      expect(one.totals.created + other.totals.created).toBe(300);
      expect(one.totals.existing + other.totals.existing).toBe(300);
    });

    it('counts in a dry run what the real run does with names that are taken, in the database or in the file', async () => {
      for (const name of ['holder', 'gone']) await running.app.get(EnrolmentService).enrol(tenant, someone(name));
      await users.changeStatus(tenant, 'gone', 'DELETED');
      moveClock(running.app, 31 * DAY);
      await performJob(running.app, 'users/erase-deleted');
      const other = Array.from({ length: 100 }, (_, i) => fields(`other${i}`));
      const source = () =>
        lines(
          fields('clean', { loginId: 'clean-login' }),
          fields('gone'),
          fields('clash2', { loginId: 'holder' }),
          fields('clash3', { loginId: 'gone' }),
          fields('clean'),
          fields('clash4', { loginId: 'clean' }),
          fields('clean-login'),
          ...other,
          fields('other0'), // in another batch
        );
      const dry = await imported(source(), { dryRun: true });
      const real = await imported(source());
      expect(dry).toEqual(real);
      expect(real.totals).toMatchObject({ created: 101, existing: 2, refused: 5 });
    });

    it('refuses the id of an erased user for ever', async () => {
      await running.app.get(EnrolmentService).enrol(tenant, someone('erased'));
      await users.changeStatus(tenant, 'erased', 'DELETED');
      moveClock(running.app, 31 * DAY);
      await performJob(running.app, 'users/erase-deleted');
      const { refused } = await imported(lines(fields('erased'), fields('another', { loginId: 'erased' })));
      expect(refused.map(({ line }) => line)).toEqual([1, 2]);
    });
  });

  describe('The command', () => {
    let folder: string;
    beforeAll(() => chmodSync((folder = mkdtempSync(join(tmpdir(), 'countersign-import-'))), 0o755));
    afterAll(() => rmSync(folder, { recursive: true }));

    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };

    /** Runs a command inside the running application. Returns its output and exit code. */
    async function called(command: Command, ...words: string[]) {
      const printed: string[] = [];
      const code = await command.run({
        ...readArguments(command, words),
        config: () => running.config,
        database: () => Promise.resolve(running.database.address),
        application: () => Promise.resolve(running.app),
        print: (line = '') => printed.push(line),
        interrupted: new AbortController().signal,
      });
      return { code, out: printed.join('\n') };
    }

    it('imports a file, keeps the refused lines for their owner, and exits with 1 when there are any', async () => {
      const csv = file('users.csv', 'userId,primaryGroup,emailId\nc1,retail,c1@example.com\nc2,retail,nowhere\n');
      const refused = join(folder, 'refused.ndjson');
      const { code, out } = await called(usersImport, csv, '--refused', refused);
      expect(code).toBe(1);
      expect(out).toMatch(/^1 user enrolled, 0 there already, 1 line refused: see .*refused\.ndjson\.$/m);
      expect(JSON.parse(readFileSync(refused, 'utf8'))).toMatchObject({
        line: 3,
        user: { userId: 'c2', emailId: 'nowhere' },
        errors: [{ pointer: '/emailId' }],
      });
      expect(statSync(refused).mode & 0o777).toBe(0o600);
      expect((await users.find(tenant, 'c1')).createdBy).toMatch(/^operator:/);
    });

    it('brings a realm of Keycloak, whose users sign in with the passwords they have', async () => {
      const realm = fileURLToPath(new URL('../../../test/support/keycloak/realm.json', import.meta.url));
      const told = join(folder, 'realm.ndjson');
      const dry = await called(usersImport, realm, '--from', 'keycloak', '--refused', told, '--dry-run');
      expect(dry.out).toContain('6 users would be enrolled, 0 there already, 1 line refused');
      const { code, out } = await called(usersImport, realm, '--from', 'keycloak', '--refused', told);
      expect(code).toBe(1);
      expect(out).toContain('6 users enrolled, 0 there already, 1 line refused');
      const lines = readFileSync(told, 'utf8').trim().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        expect.arrayContaining([
          { line: expect.any(Number), userId: 'mustchange', left: [expect.stringContaining('UPDATE_PASSWORD')] },
          { line: expect.any(Number), errors: [{ pointer: '/enabled', detail: expect.any(String) }] },
        ]),
      );
      expect(lines.join()).not.toContain('$');
      const signIn = (login: string, password: string) =>
        running.app.get(PasswordLogin).attempt({ tenant, login, password, marks: undefined });
      const passwords = { jane: 'battery 1', sha512: 'battery 2', sha256: 'battery 3' };
      for (const [login, end] of Object.entries(passwords)) {
        expect((await signIn(login, `correct horse ${end}`))?.ref.userId).toBe(login);
      }
      expect((await signIn('sha1@example.com', 'päßwörd mit ümlaut 4'))?.ref.userId).toBe('sha1');
      expect(await signIn('mustchange', 'correct horse battery 5')).toBeUndefined();
    });

    it('exits with 0 when all is well, and keeps test data apart', async () => {
      const ndjson = file('one.ndjson', '{"userId":"c3","primaryGroup":"retail"}');
      expect(await called(usersImport, ndjson, '--dry-run')).toMatchObject({
        code: 0,
        out: expect.stringContaining('1 user would be enrolled, 0 there already, 0 lines refused.'),
      });
      expect((await called(usersImport, ndjson, '--test')).code).toBe(0);
      expect((await users.find(Tenant.of('default', true), 'c3')).test).toBe(true);
      await expect(users.find(tenant, 'c3')).rejects.toMatchObject({ name: 'users/not-found' });
    });

    it.each([
      [[], 'Name one file'],
      [['a.csv', 'b.csv'], 'Name one file'],
      [['/nowhere/users.csv'], 'cannot be read'],
      [['users.txt'], '--format'],
      [['FINE', '--from', 'okta'], 'knows these systems: keycloak, auth0, zitadel, csv'],
      [['FINE', '--by-id'], 'goes with --from keycloak, auth0 or zitadel'],
      [['FINE', '--from', 'keycloak'], 'no JSON object'],
      [['FINE', '--refused', 'FINE'], 'the file to import'],
      [['FINE', '--refused', '/nowhere/refused'], 'cannot be written'],
      [['FINE', '--enterprise', 'nobody'], 'There is no enterprise nobody'],
      [['BAD'], 'which is no field'],
    ])('is called wrongly with %j', async (words, why) => {
      const paths = new Map([
        ['FINE', file('fine.csv', 'userId,primaryGroup\n')],
        ['BAD', file('bad.csv', 'userId,group\n')],
      ]);
      const wrong = called(usersImport, ...words.map((word) => paths.get(word) ?? word));
      await expect(wrong).rejects.toThrow(UsageError);
      await expect(wrong).rejects.toThrow(why);
    });

    it('ends in order on Ctrl-C, and says where', async () => {
      const held = await running.database.connect();
      await held.query('BEGIN; LOCK TABLE users.login_name IN EXCLUSIVE MODE');
      const rows = Array.from({ length: 2_000 }, (_, i) => JSON.stringify(fields(`ctrl${i}`)));
      const program = Program.start(ofTheSameDatabase(), MAIN, [
        'users',
        'import',
        file('many.ndjson', rows.join('\n')),
      ]);
      while ((await waiting(held)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      program.signal('SIGINT');
      program.signal('SIGINT'); // npm passes the signal on, so that the program receives it twice
      await held.query('COMMIT');
      await held.end();
      expect(await program.exited).toBe(130);
      const [, last = ''] = /every line up to ([\d,]+) is done/.exec(program.out) ?? [];
      const done = Number(last.replaceAll(',', ''));
      expect(done).toBeGreaterThan(0);
      expect((await users.find(tenant, `ctrl${done - 1}`)).status).toBe('CREATED');
      await expect(users.find(tenant, `ctrl${done}`)).rejects.toMatchObject({ name: 'users/not-found' });
    });

    function ofTheSameDatabase(): ProgramEnv {
      const { host, port, username, database } = running.database.address;
      return {
        DATABASE_URL: `postgres://${username}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
        DATA_DIR: join(folder, 'data'),
        ENCRYPTION_KEYS: `test:${createHash('sha256').update('for tests').digest('base64')}`,
      };
    }

    it('exports a user as JSON', async () => {
      const { code, out } = await called(usersExport, '--user', 'there');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ user: { userId: 'there', firstName: 'Before' } });
      await expect(called(usersExport, '--user', 'nobody-there')).rejects.toMatchObject({ name: 'users/not-found' });
    });
  });
});
