import { BadHeader, linesOf, type UserLine } from '../user-lines.parser.js';
import {
  attributesIn,
  type Exported,
  hashIn,
  listOf,
  objectOf,
  phoneIn,
  refusedLine,
  type SystemOptions,
  textOf,
  totpSecretIn,
  withoutAbsent,
} from './exported-user.parser.js';

export interface Auth0Options extends SystemOptions {
  /** The password hashes by user id. Auth0 exports them in a separate file. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Reads a user export from Auth0, with one JSON user per line. Also accepts lines from Auth0's export of password
 * hashes.
 */
export async function* auth0Users(chunks: AsyncIterable<Buffer>, options: Auth0Options): AsyncGenerator<UserLine> {
  for await (const { line, user, fault } of exportedLines(chunks))
    yield user ? userOf(line, user, options) : refusedLine(line, '', fault);
}

/** Reads Auth0's export of password hashes, and returns each user's hash by user id. */
export async function auth0Hashes(chunks: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { line, user, fault } of exportedLines(chunks)) {
    if (!user) throw new BadHeader(`Line ${line} of the file of passwords cannot be read: ${fault}`);
    const [id, hash] = [idOf(user), textOf(user['passwordHash'])];
    if (id !== undefined && hash !== undefined) found.set(id, hash);
  }
  if (found.size === 0) throw new BadHeader('The file of passwords has no line with `_id` and `passwordHash`.');
  return found;
}

interface ExportedLine {
  readonly line: number;
  readonly user?: Exported;
  readonly fault: string;
}

async function* exportedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ExportedLine> {
  for await (const { number: line, text, fault } of linesOf(chunks)) {
    if (fault !== undefined) yield { line, fault };
    else if (text.trim() !== '') yield { line, ...objectIn(text), fault: 'Must be one JSON object.' };
  }
}

function objectIn(text: string): { user?: Exported } {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { user: value as Exported } : {};
  } catch {
    return {};
  }
}

/** Returns the user's id in Auth0: `user_id` or, as in the export of password hashes, the id composed of its parts. */
function idOf(from: Exported): string | undefined {
  const own = textOf(from['alt_id']) ?? textOf(objectOf(from['_id'])['$oid']);
  return textOf(from['user_id']) ?? (own === undefined ? undefined : `auth0|${own}`);
}

function userOf(line: number, from: Exported, { primaryGroup, byId, hashes }: Auth0Options): UserLine {
  if (from['blocked'] === true) return refusedLine(line, '/blocked', 'Is blocked in Auth0, and stays there.');
  const left = new Set<string>();
  const id = idOf(from);
  const [name, email] = ['username', 'email'].map((member) => textOf(from[member]));
  const userId = byId ? id : (name ?? email ?? id);
  const loginId = byId ? (name ?? email) : email === userId ? undefined : email;
  const password = hashIn(hashOf(from) ?? hashes.get(id ?? ''), left);
  const [app] = listOf(from['mfa_factors']).map((factor) => textOf(objectOf(objectOf(factor)['totp'])['secret']));
  noteRest(from, left);
  const user = withoutAbsent({
    ...{ userId, loginId, primaryGroup, emailId: email },
    emailVerified: email !== undefined && from['email_verified'] === true ? true : undefined,
    ...{ firstName: textOf(from['given_name']), lastName: textOf(from['family_name']) },
    mobileNumber: phoneIn(from['phone_number'], left),
    attributes: attributesIn(from['user_metadata'], 'user_metadata', left),
    passwordHash: password,
    totpSecret: totpSecretIn(app, password !== undefined, left),
  });
  return { line, user, left: [...left] };
}

function hashOf(from: Exported): string | undefined {
  const custom = objectOf(objectOf(from['custom_password_hash'])['hash']);
  return textOf(from['passwordHash']) ?? textOf(from['password_hash']) ?? textOf(custom['value']);
}

function noteRest(from: Exported, left: Set<string>): void {
  if (Object.keys(objectOf(from['app_metadata'])).length > 0) left.add('app_metadata');
  if (listOf(from['multifactor']).length > 0) left.add('multifactor');
  for (const identity of listOf(from['identities'])) {
    const provider = textOf(objectOf(identity)['provider']);
    if (provider !== undefined && provider !== 'auth0') left.add(`identities.${provider.slice(0, 64)}`);
  }
}
