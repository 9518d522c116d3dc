import { ATTRIBUTE_NAME, LONGEST_ATTRIBUTE, MOST_ATTRIBUTES } from '../user/details/user-details.js';
import { base32, jsonMembers, NoJsonObject } from '../../shared/kernel/index.js';
import { pbkdf2Form, readPasswordHash, type ReadPasswordHash } from '../../shared/security/index.js';
import { BadHeader, type UserLine } from './user-lines.parser.js';

export interface KeycloakOptions {
  /** The primary group of all imported users. Defaults to the name of the realm. */
  readonly primaryGroup: string | undefined;
  /**
   * Whether a user's Keycloak id becomes the user id here, so that applications which stored its `sub` still find their
   * users.
   */
  readonly byId: boolean;
}

/** Reads the users from a Keycloak realm export. Each yielded user lists the data that cannot be imported. */
export async function* keycloakUsers(
  chunks: AsyncIterable<Buffer>,
  options: KeycloakOptions,
): AsyncGenerator<UserLine> {
  const realm = { name: '', byEmail: true };
  let count = 0;
  try {
    for await (const { name, line, ...read } of jsonMembers(chunks, new Set(['users']))) {
      const value = 'value' in read ? read.value : undefined;
      if (name === 'realm') realm.name = textOf(value) ?? '';
      if (name === 'loginWithEmailAllowed') realm.byEmail = value === true;
      if (name !== 'users') continue;
      count += 1;
      if ('fault' in read) yield refused(line, '', read.fault);
      else yield* userOf(line, Object(value) as KeycloakUser, realm, options);
    }
  } catch (error) {
    throw error instanceof NoJsonObject ? new BadHeader(error.message) : error;
  }
  if (count === 0)
    throw new BadHeader('The file has no users. Export the realm with its users: `kc.sh export --users`.');
}

/** A user as found in the file. The members are unchecked and may have any type. */
type KeycloakUser = Readonly<Record<string, unknown>>;

function* userOf(
  line: number,
  from: KeycloakUser,
  realm: { readonly name: string; readonly byEmail: boolean },
  { primaryGroup, byId }: KeycloakOptions,
): Generator<UserLine> {
  if (textOf(from['serviceAccountClientId']) !== undefined) return;
  if (from['enabled'] === false) {
    yield refused(line, '/enabled', 'Is disabled in Keycloak, and stays there.');
    return;
  }
  const left = new Set<string>();
  const [username, id, email] = ['username', 'id', 'email'].map((name) => textOf(from[name]));
  const loginId = byId ? username : realm.byEmail && email !== username ? email : undefined;
  const attributes = attributesOf(from, left);
  const password = passwordOf(from, left);
  const totpSecret = totpOf(from, password !== undefined, left);
  noteRest(from, left);
  const groups = listOf(from['groups']).flatMap((path) => (typeof path === 'string' ? [path.replace(/^\//, '')] : []));
  yield {
    line,
    left: [...left],
    user: withoutAbsent({
      userId: byId ? id : username,
      loginId,
      primaryGroup: primaryGroup ?? realm.name,
      secondaryGroups: groups.length > 0 ? [...new Set(groups)] : undefined,
      firstName: textOf(from['firstName']),
      lastName: textOf(from['lastName']),
      emailId: email,
      emailVerified: email !== undefined && from['emailVerified'] === true ? true : undefined,
      ...attributes,
      passwordHash: password,
      totpSecret,
    }),
  };
}

const PHONES: ReadonlySet<string> = new Set(['phoneNumber', 'phone', 'mobile', 'mobileNumber']);

interface KeycloakAttributes {
  language?: string;
  mobileNumber?: string;
  attributes?: Record<string, string>;
}

/**
 * Reads the language and phone number from the attributes that Keycloak users commonly have for them. Other attributes
 * are copied if they have a single short value.
 */
function attributesOf(from: KeycloakUser, left: Set<string>): KeycloakAttributes {
  const found: KeycloakAttributes = {};
  const others: Record<string, string> = {};
  for (const [name, values] of Object.entries(Object(from['attributes']) as Record<string, unknown>)) {
    const several = listOf(values);
    const value = textOf(several[0]);
    const isShort = several.length === 1 && value !== undefined && value.length <= LONGEST_ATTRIBUTE;
    if (name === 'locale' && value !== undefined) found.language = value;
    else if (PHONES.has(name) && value !== undefined && found.mobileNumber === undefined) {
      const number = value.replace(/[\s()/.-]/g, '').replace(/^00/, '+');
      if (/^\+[1-9]\d{6,14}$/.test(number)) found.mobileNumber = number;
      else left.add(`attributes.${name}`);
    } else if (isShort && ATTRIBUTE_NAME.test(name) && Object.keys(others).length < MOST_ATTRIBUTES)
      others[name] = value;
    else left.add(`attributes.${name.slice(0, 64)}`);
  }
  return Object.keys(others).length === 0 ? found : { ...found, attributes: others };
}

function passwordOf(from: KeycloakUser, left: Set<string>): string | undefined {
  const credentials = listOf(from['credentials']).map((one) => Object(one) as KeycloakUser);
  for (const { type } of credentials)
    if (type !== 'password' && type !== 'otp') left.add(textOf(type)?.slice(0, 32) ?? 'credentials');
  const kept = credentials.find(({ type }) => type === 'password');
  if (!kept) return undefined;
  if (listOf(from['requiredActions']).includes('UPDATE_PASSWORD')) {
    left.add('password: the user must change it (UPDATE_PASSWORD), and gets an activation code instead');
    return undefined;
  }
  const read = hashOf(jsonIn(kept['credentialData']), jsonIn(kept['secretData']));
  if ('hash' in read) return read.hash;
  left.add(`password: ${read.fault}`);
  return undefined;
}

/**
 * Returns the TOTP secret of the first authenticator app, if the user has a password. Adds all other authenticator apps
 * to `left`, the data that is not imported.
 */
function totpOf(from: KeycloakUser, hasPassword: boolean, left: Set<string>): string | undefined {
  const apps = listOf(from['credentials'])
    .map((one) => Object(one) as KeycloakUser)
    .filter(({ type }) => type === 'otp');
  const [app] = apps;
  if (!app) return undefined;
  const secret = hasPassword ? totpIn(jsonIn(app['credentialData']), jsonIn(app['secretData'])) : undefined;
  if (secret === undefined || apps.length > 1) left.add('otp');
  return secret;
}

function totpIn(data: KeycloakUser, secret: KeycloakUser): string | undefined {
  const value = textOf(secret['value']);
  const isUsual =
    data['subType'] === 'totp' && data['digits'] === 6 && data['period'] === 30 && data['algorithm'] === 'HmacSHA1';
  if (value === undefined || !isUsual) return undefined;
  const written = data['secretEncoding'] === 'BASE32' ? value.replace(/=+$/, '') : base32(Buffer.from(value));
  return /^[A-Z2-7]{16,104}$/.test(written) ? written : undefined;
}

/** Reads a password hash. Keycloak stores its cost parameters next to it, as JSON within JSON. */
function hashOf(data: KeycloakUser, secret: KeycloakUser): ReadPasswordHash {
  const [algorithm, value, salt] = [textOf(data['algorithm']) ?? '', textOf(secret['value']), textOf(secret['salt'])];
  const rounds = Number(data['hashIterations']);
  if (value === undefined || salt === undefined) return { fault: 'Has no value or no salt.' };
  const digest = DIGESTS.get(algorithm);
  if (digest) return pbkdf2Form({ digest, rounds, salt: bytesOf(salt), hash: bytesOf(value) });
  if (algorithm === 'bcrypt') return readPasswordHash(value);
  if (algorithm !== 'argon2') return { fault: `The algorithm ${algorithm.slice(0, 32)} cannot be taken over.` };
  const more = Object(data['additionalParameters']) as KeycloakUser;
  const [type, version, memory, lanes] = ['type', 'version', 'memory', 'parallelism'].map((name) =>
    textOf(listOf(more[name])[0]),
  );
  const costs = `m=${memory},t=${rounds},p=${lanes}`;
  return readPasswordHash(
    `$argon2${type}$v=${version === '1.0' ? 16 : 19}$${costs}$${unpadded(salt)}$${unpadded(value)}`,
  );
}

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['pbkdf2', 'sha1'],
  ['pbkdf2-sha256', 'sha256'],
  ['pbkdf2-sha512', 'sha512'],
]);

function noteRest(from: KeycloakUser, left: Set<string>): void {
  const roles = listOf(from['realmRoles']).filter((role) => !textOf(role)?.startsWith('default-roles-'));
  if (roles.length > 0) left.add('realmRoles');
  if (Object.keys(Object(from['clientRoles']) as object).length > 0) left.add('clientRoles');
  if (listOf(from['federatedIdentities']).length > 0) left.add('federatedIdentities');
  for (const action of listOf(from['requiredActions'])) {
    if (action !== 'UPDATE_PASSWORD') left.add(`requiredActions.${textOf(action)?.slice(0, 64)}`);
  }
}

const refused = (line: number, pointer: string, detail: string): UserLine => ({ line, errors: [{ pointer, detail }] });
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');
const unpadded = (base64: string): string => base64.replace(/=+$/, '');

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function jsonIn(value: unknown): KeycloakUser {
  try {
    return Object(typeof value === 'string' ? JSON.parse(value) : value) as KeycloakUser;
  } catch {
    return {};
  }
}
