import { COMMON_SENDER, type Message } from '../../src/users/contract/index.js';
import { until } from '../integration/support/until.js';
import type { TestApplication } from './application.js';

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
