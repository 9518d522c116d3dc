import { BadHeader, type UserLine } from '../user-lines.parser.js';
import { arrayElements, NoWholeJson } from './array-elements.reader.js';
import {
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

/** Reads the human users (`humanUsers`) of all organisations from a Zitadel export. */
export async function* zitadelUsers(chunks: AsyncIterable<Buffer>, options: SystemOptions): AsyncGenerator<UserLine> {
  let count = 0;
  try {
    for await (const { line, ...read } of arrayElements(chunks, 'humanUsers')) {
      count += 1;
      yield 'fault' in read ? refusedLine(line, '', read.fault) : userOf(line, objectOf(read.value), options);
    }
  } catch (error) {
    throw error instanceof NoWholeJson ? new BadHeader(error.message) : error;
  }
  if (count === 0) throw new BadHeader('The file has no `humanUsers`. Export the organisation with its passwords.');
}

function userOf(line: number, from: Exported, { primaryGroup, byId }: SystemOptions): UserLine {
  const left = new Set<string>();
  const user = objectOf(from['user']);
  const [profile, mail, phone] = ['profile', 'email', 'phone'].map((member) => objectOf(user[member])) as [
    Exported,
    Exported,
    Exported,
  ];
  const [name, email] = [textOf(user['userName']), textOf(mail['email'])];
  const password = passwordOf(user, left);
  if (listOf(user['idps']).length > 0) left.add('idps');
  const fields = withoutAbsent({
    userId: byId ? textOf(from['userId']) : name,
    loginId: byId ? name : email === name ? undefined : email,
    ...{ primaryGroup, emailId: email },
    emailVerified: email !== undefined && mail['isEmailVerified'] === true ? true : undefined,
    ...{ firstName: textOf(profile['firstName']), lastName: textOf(profile['lastName']) },
    language: textOf(profile['preferredLanguage']),
    mobileNumber: phoneIn(phone['phone'], left),
    passwordHash: password,
    totpSecret: totpSecretIn(user['otpCode'], password !== undefined, left),
  });
  return { line, user: fields, left: [...left] };
}

function passwordOf(user: Exported, left: Set<string>): string | undefined {
  if (textOf(user['password']) !== undefined) left.add('password: it is in clear, and is not taken over');
  const hash = textOf(objectOf(user['hashedPassword'])['value']);
  if (hash === undefined || user['passwordChangeRequired'] !== true) return hashIn(hash, left);
  left.add('password: the user must change it, and gets an activation code instead');
  return undefined;
}
