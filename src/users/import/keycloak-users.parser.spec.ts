import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readNewUser } from '../management/new-users.reader.js';
import { keycloakUsers } from './keycloak-users.parser.js';
import { BadHeader, type UserLine } from './user-lines.parser.js';

/** An export of Keycloak 26.0.8, reduced to what the import reads. The attributes of jane were added manually. */
const REALM = fileURLToPath(new URL('../../../test/support/keycloak/realm.json', import.meta.url));

async function* chunks(text: string | Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
async function read(text: string | Buffer, options = {}): Promise<UserLine[]> {
  const found: UserLine[] = [];
  const given = { primaryGroup: undefined, byId: false, ...options };
  for await (const line of keycloakUsers(chunks(text), given)) found.push(line);
  return found;
}
const realmOf = (...users: object[]): string =>
  JSON.stringify({ realm: 'acme', users: users.map((user) => ({ username: 'u', enabled: true, ...user })) });
const passwordOf = (credentialData: unknown, secretData: unknown): object => ({
  credentials: [{ type: 'password', credentialData, secretData }],
});

describe('A realm of Keycloak', () => {
  it('brings users with names, groups, attributes and passwords, and tells what stays', async () => {
    const lines = await read(readFileSync(REALM));
    const users = new Map(lines.flatMap((line) => ('user' in line ? [[Object(line.user).userId, line]] : [])));
    expect([...users.keys()]).toEqual(['jane', 'mustchange', 'nopassword', 'sha1', 'sha256', 'sha512']);
    expect(users.get('jane')).toMatchObject({
      user: {
        userId: 'jane',
        loginId: 'jane@example.com',
        primaryGroup: 'acme',
        secondaryGroups: ['gold', 'retail/north'],
        firstName: 'Jane',
        lastName: 'Doe',
        emailId: 'jane@example.com',
        emailVerified: true,
        language: 'de',
        mobileNumber: '+4915112345678',
        attributes: { department: expect.any(String) },
        passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/),
      },
      left: [],
    });
    expect(users.get('mustchange')).toMatchObject({ left: [expect.stringContaining('UPDATE_PASSWORD')] });
    expect(Object(users.get('mustchange')?.user)).not.toHaveProperty('passwordHash');
    expect(users.get('sha512')).toMatchObject({
      user: { passwordHash: expect.stringMatching(/^\$pbkdf2-sha512\$i=210000\$/) },
      left: [],
    });
    for (const { user } of users.values()) expect(readNewUser(user, 'test')).toHaveProperty('enrolment');
  });

  it('brings an authenticator app of the usual kind with the password, and tells of every other one', async () => {
    const password = { algorithm: 'bcrypt' };
    const bcrypt = { value: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW', salt: 'AAAA' };
    const usual = { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' };
    const app = (credentialData: object, value: string) => ({
      ...{ type: 'otp', credentialData: JSON.stringify(credentialData), secretData: JSON.stringify({ value }) },
    });
    const own = passwordOf(JSON.stringify(password), JSON.stringify(bcrypt)) as { credentials: object[] };
    const withApp = (...apps: object[]) => ({ credentials: [...own.credentials, ...apps] });
    const [good, encoded, eight, none] = await read(
      realmOf(
        withApp(app(usual, 'a-secret-of-20-bytes')),
        withApp(app({ ...usual, secretEncoding: 'BASE32' }, 'GEZDGNBVGY3TQOJQ')),
        withApp(app({ ...usual, digits: 8 }, 'a-secret-of-20-bytes')),
        { credentials: [app(usual, 'a-secret-of-20-bytes')] },
      ),
    );
    expect(good).toMatchObject({ user: { totpSecret: 'MEWXGZLDOJSXILLPMYWTEMBNMJ4XIZLT' }, left: [] });
    expect(encoded).toMatchObject({ user: { totpSecret: 'GEZDGNBVGY3TQOJQ' } });
    expect(eight).toMatchObject({ left: ['otp'] });
    expect(none).toMatchObject({ left: ['otp'] });
    expect(Object(good).user).toHaveProperty('passwordHash');
  });

  it('tells of who is disabled by the line, and passes over the accounts of services', async () => {
    const lines = await read(readFileSync(REALM));
    const refused = lines.filter((line) => 'errors' in line);
    expect(refused).toEqual([{ line: expect.any(Number), errors: [expect.objectContaining({ pointer: '/enabled' })] }]);
    const text = readFileSync(REALM, 'utf8').split('\n');
    expect(text.slice(refused[0]!.line - 1, refused[0]!.line + 2).join('')).toContain('"disabled"');
  });

  it('may give its ids as user ids, and one primary group to all', async () => {
    const [, jane] = await read(readFileSync(REALM), { byId: true, primaryGroup: 'migrated' });
    expect(jane).toMatchObject({
      user: { userId: '46e76ccc-1443-4a4a-a5cc-98c5d70dee3f', loginId: 'jane', primaryGroup: 'migrated' },
    });
  });

  it.each([
    ['a thousand million rounds', { algorithm: 'pbkdf2-sha256', hashIterations: 1e9 }, 'too long'],
    ['an unknown algorithm', { algorithm: 'md5', hashIterations: 1 }, 'algorithm md5'],
    ['rounds that are no number', { algorithm: 'pbkdf2', hashIterations: 'many' }, 'Must be'],
    ['argon2 without its costs', { algorithm: 'argon2', hashIterations: 3 }, 'Must be'],
    ['no JSON', '{', 'algorithm'],
  ])('brings a user without a password of %s', async (_name, data, why) => {
    const secret = JSON.stringify({ value: Buffer.alloc(32).toString('base64'), salt: 'c2FsdHNhbHRzYWx0' });
    const given = passwordOf(typeof data === 'string' ? data : JSON.stringify(data), secret);
    const [line] = await read(realmOf(given));
    expect(line).toMatchObject({ left: [expect.stringContaining(why)] });
    expect(Object(line && 'user' in line && line.user)).not.toHaveProperty('passwordHash');
  });

  it('breaks nothing with users that are made to hurt', async () => {
    const user = { username: { a: 1 }, credentials: 'x', groups: { 0: 1 }, attributes: 9, requiredActions: 'x' };
    const text = `{"realm":["x"],"users":[7,null,${JSON.stringify(user)},{"__proto__":{}}]}`;
    const lines = await read(text);
    expect(lines).toHaveLength(2);
    for (const line of lines) if ('user' in line) expect(readNewUser(line.user, 'test')).toHaveProperty('errors');
  });

  it.each(['{}', '{"users":[]}', '[{"realm":"acme"}]', 'userId,primaryGroup'])(
    'is refused as a whole when it has no users: %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow(BadHeader);
    },
  );
});
