import { COMMON_SENDER, type Message } from '../../src/users/contract/index.js';
import { until } from '../integration/support/until.js';
import type { TestApplication } from './application.js';
import { Person } from './person.js';

/** The mailbox of a developer, newest first. */
interface Mailbox {
  list(): Promise<readonly Message[]>;
}

/** The mails to an address, of one purpose or of all. */
export async function mailsTo({ app }: TestApplication, email: string, purpose?: string): Promise<Message[]> {
  const all = await app.get<Mailbox>(COMMON_SENDER).list();
  return all.filter(({ to, purpose: of }) => to.email === email && (purpose ?? of) === of);
}

/** The newest code, once so many mails with codes have come. */
export async function mailedCode(
  running: TestApplication,
  email: string,
  count = 1,
  purpose = 'users/recovery-code',
): Promise<string> {
  const codes = () => mailsTo(running, email, purpose);
  await until(async () => (await codes()).length === count);
  const [newest] = await codes();
  return /^ {4}(\w{5}-\w{5})$/m.exec(newest?.text ?? '')?.[1] ?? '';
}

/** Pages that take the code of a mail without a sign-in, and one that takes it within. */
const CODE_PAGES = ['address/undo', 'address/confirm', 'second-factor/stop'].map((page) => `/service/account/${page}`);

/**
 * Opens every address in a mail, as a scanner does before its reader; and every page that takes a code, with the code.
 * Returns the addresses that were in the mail.
 */
export async function scanned(
  running: TestApplication,
  { text, html, code = '' }: Message,
  login: string,
  pages: readonly string[] = [],
): Promise<string[]> {
  const found = `${text}\n${html}`.match(/https?:\/\/[^\s"'<>]+|(?<=\b(?:href|src)=")[^"]+/gi) ?? [];
  const filled = [...CODE_PAGES, ...pages].map((page) => `${page}?${new URLSearchParams({ login, code }).toString()}`);
  for (const address of [...found, ...filled]) {
    const url = new URL(address, running.config.authUrl);
    for (const method of ['GET', 'HEAD']) await new Person(running).go(url, { method });
  }
  return found;
}
