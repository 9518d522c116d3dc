import { BadHeader, csvUsers, type UserLine } from '../user-lines.parser.js';
import { auth0Hashes, auth0Users } from './auth0-users.parser.js';
import { zitadelUsers } from './zitadel-users.parser.js';

async function* inChunks(text: string, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(lines: AsyncIterable<UserLine>): Promise<UserLine[]> {
  const found: UserLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}
const BCRYPT = '$2b$10$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
const choice = { primaryGroup: 'retail', byId: false };

describe('An export of Auth0', () => {
  const ada = {
    ...{ user_id: 'auth0|5dea', email: 'ada@example.com', email_verified: true, given_name: 'Ada' },
    ...{ family_name: 'Byron', phone_number: '+41 79 123 45 67', user_metadata: { tier: 'gold', deep: { a: 1 } } },
    app_metadata: { plan: 'x' },
    identities: [{ provider: 'auth0' }, { provider: 'google-oauth2' }],
  };
  const lines = [
    JSON.stringify(ada),
    JSON.stringify({ user_id: 'auth0|b', email: 'b@example.com', blocked: true }),
    'nonsense',
    JSON.stringify({ user_id: 'auth0|c', username: 'cara', email: 'c@example.com', password_hash: '$1$abc$def' }),
  ].join('\n');
  const passwords = `{"_id":{"$oid":"5dea"},"passwordHash":"${BCRYPT}"}\n{"_id":{"$oid":"x"},"alt_id":"euclid","passwordHash":"${BCRYPT}"}\n`;

  it('gives its users with the hashes of the other file, and tells what stays behind by the line', async () => {
    const hashes = await auth0Hashes(inChunks(passwords));
    expect([...hashes.keys()]).toEqual(['auth0|5dea', 'auth0|euclid']);
    const [first, blocked, broken, weak] = await all(auth0Users(inChunks(lines), { ...choice, hashes }));
    expect(first).toEqual({
      line: 1,
      user: {
        ...{ userId: 'ada@example.com', primaryGroup: 'retail', emailId: 'ada@example.com', emailVerified: true },
        ...{ firstName: 'Ada', lastName: 'Byron', mobileNumber: '+41791234567', attributes: { tier: 'gold' } },
        passwordHash: BCRYPT,
      },
      left: ['app_metadata', 'identities.google-oauth2', 'user_metadata.deep'],
    });
    expect(blocked).toMatchObject({ line: 2, errors: [{ pointer: '/blocked' }] });
    expect(broken).toMatchObject({ line: 3, errors: [{ detail: 'Must be one JSON object.' }] });
    expect(weak).toMatchObject({ line: 4, user: { userId: 'cara', loginId: 'c@example.com' } });
    expect(JSON.stringify(weak)).toMatch(/password: Is md5-crypt/);
    expect(JSON.stringify(weak)).not.toContain('abc');
  });

  it('keeps its ids where they are asked for', async () => {
    const [first] = await all(auth0Users(inChunks(lines), { ...choice, byId: true, hashes: new Map() }));
    expect(first).toMatchObject({ user: { userId: 'auth0|5dea', loginId: 'ada@example.com' } });
  });
});

describe('An export of Zitadel', () => {
  const person = (userName: string, more: object = {}) => ({
    userId: `1041${userName}`,
    user: {
      userName,
      profile: { firstName: 'Road', lastName: 'Runner', preferredLanguage: 'de' },
      email: { email: `${userName}@acme.tld`, isEmailVerified: true },
      hashedPassword: { value: BCRYPT, algorithm: 'bcrypt' },
      ...more,
    },
  });
  const users = [person('a', { otpCode: 'JBSWY3DPEHPK3PXP' }), person('b', { passwordChangeRequired: true })];
  const org = { orgId: '1', org: { name: 'say "humanUsers": [' }, humanUsers: users, machineUsers: [{ userId: 'm' }] };

  it.each([
    ['of the export', { orgs: [org, { humanUsers: [] }, { humanUsers: [person('c')] }] }],
    ['of the import', { timeout: '10m', data_orgs: { orgs: [org, { humanUsers: [person('c')] }] } }],
  ])('gives the people of every organisation in the form %s', async (_form, file) => {
    const found = await all(zitadelUsers(inChunks(JSON.stringify(file, null, 1)), choice));
    expect(found).toMatchObject([
      {
        user: {
          userId: 'a',
          loginId: 'a@acme.tld',
          language: 'de',
          passwordHash: BCRYPT,
          totpSecret: 'JBSWY3DPEHPK3PXP',
        },
      },
      { user: { userId: 'b' }, left: ['password: the user must change it, and gets an activation code instead'] },
      { user: { userId: 'c' } },
    ]);
    expect(found.map(({ line }) => line)).toEqual([...found.map(({ line }) => line)].sort((x, y) => x - y));
    expect(JSON.stringify(found[1])).not.toContain(BCRYPT);
  });

  it('is refused when it is cut off, no JSON, or has nobody', async () => {
    const whole = JSON.stringify({ orgs: [org] });
    for (const text of [whole.slice(0, -2), 'x', '{"orgs":[]}', '}'])
      await expect(all(zitadelUsers(inChunks(text), choice))).rejects.toThrow(BadHeader);
  });
});

describe('A CSV file with names of its own', () => {
  const columns = new Map([
    ['userId', 'Login Name'],
    ['emailId', 'E-mail'],
    ['attributes.department', 'Abteilung'],
  ]);
  const text = '"Login Name";Geheim;E-mail;Abteilung\nada;x;ada@example.com;Risk\n';

  it('is read by a mapping, with one group for all, and other columns are ignored', async () => {
    expect(await all(csvUsers(inChunks(text), { columns, primaryGroup: 'retail' }))).toEqual([
      {
        line: 2,
        user: {
          ...{ primaryGroup: 'retail', userId: 'ada', emailId: 'ada@example.com' },
          attributes: { department: 'Risk' },
        },
      },
    ]);
  });

  it('is refused when a column of the mapping is missing, or is mapped to no field', async () => {
    const wrong = [new Map([['userId', 'Nobody']]), new Map([['password', 'Geheim']])];
    for (const map of wrong)
      await expect(all(csvUsers(inChunks(text), { columns: map, primaryGroup: 'x' }))).rejects.toThrow(BadHeader);
  });
});
