import { Logger } from '@nestjs/common';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../shared/kernel/index.js';
import { type Addresses, type KeptMessage, Mailbox, type Message } from '../contract/message-sender.port.js';

/** The number of newest messages that remain in the folder. */
const KEPT = 200;
const KEPT_NAME = /^[0-9a-f-]{36}\.json$/;

/**
 * Writes messages to a folder instead of sending them, so that developers can read them. Each message is a JSON file,
 * and the file names sort chronologically.
 */
export class MailboxFolder extends Mailbox {
  readonly #log = new Logger('Mailbox');

  constructor(
    readonly folder: string,
    private readonly page: string,
  ) {
    super();
  }

  /**
   * Whether the person has a mail address. Phone numbers do not count, just as with a mail server, so that nothing
   * works in development that would fail in production.
   */
  canReach({ email }: Addresses): Promise<boolean> {
    return Promise.resolve(email !== null);
  }

  async send(message: Message): Promise<void> {
    const kept: KeptMessage = { id: newId(), at: new Date().toISOString(), ...message };
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.#write(kept);
    await this.#forgetOldest();
    this.#log.log(`A message (${message.purpose}) is in the mailbox: ${this.page}`);
  }

  async list(): Promise<KeptMessage[]> {
    const names = (await this.#names()).filter((name) => KEPT_NAME.test(name)).reverse();
    const found = await Promise.all(names.map((name) => this.#read(name)));
    return found.filter((message) => message !== undefined);
  }

  async find(id: string): Promise<KeptMessage | undefined> {
    return KEPT_NAME.test(`${id}.json`) ? this.#read(`${id}.json`) : undefined;
  }

  /** Writes a temporary file and then renames it, so that a reader never sees an incomplete message. */
  async #write(kept: KeptMessage): Promise<void> {
    const path = join(this.folder, `${kept.id}.json`);
    await writeFile(`${path}.draft`, JSON.stringify(kept, null, 2), { mode: 0o600, flag: 'wx' });
    await rename(`${path}.draft`, path);
  }

  /** Deletes the oldest messages. Several processes may do this at once, so a missing file is not an error. */
  async #forgetOldest(): Promise<void> {
    const names = await this.#names();
    await Promise.all(names.slice(0, -KEPT).map((name) => rm(join(this.folder, name), { force: true })));
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).sort();
  }

  async #read(name: string): Promise<KeptMessage | undefined> {
    const text = await readFile(join(this.folder, name), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as KeptMessage);
  }
}
