import { answersOf, ChipSession, openChip, readChipFiles } from '@countersign/emrtd/reader';
import type { ChipAnswers, ChipChallenge, ChipFiles, ChipPort } from '@countersign/emrtd/reader';
import type { TestApplication } from '../application.js';

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface OpenedByApp {
  readonly token: string;
  readonly number: string;
  readonly enterprise: string;
  readonly test: boolean;
  readonly zone: { readonly number: string; readonly birth: string; readonly expiry: string };
}

interface WrittenChallenge {
  readonly active?: { readonly nonce: string };
  readonly chip?: {
    readonly protocol: string;
    readonly keyId?: number;
    readonly publicKey: string;
    readonly command: string;
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

export function challengeOf({ active, chip }: WrittenChallenge): ChipChallenge {
  return {
    ...(active && { active: { nonce: bytes(active.nonce) } }),
    ...(chip && { chip: { ...chip, publicKey: bytes(chip.publicKey), command: bytes(chip.command) } }),
  };
}

/** An enterprise's app that reads a chip, request by request. */
export class ChipApp {
  #zone: OpenedByApp['zone'] | undefined;

  constructor(
    private readonly running: Pick<TestApplication, 'url'>,
    private readonly code: string,
    public token = '',
  ) {}

  async open(): Promise<OpenedByApp> {
    const opened = (await this.#good(this.tryOpen())) as unknown as OpenedByApp;
    [this.token, this.#zone] = [opened.token, opened.zone];
    return opened;
  }

  tryOpen = (): Promise<Answered> => this.send('open', { code: this.code });

  tryFiles = (files: ChipFiles): Promise<Answered> =>
    this.send('files', {
      files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, base64(file)])),
    });

  async files(files: ChipFiles): Promise<{ readonly challenge: WrittenChallenge }> {
    return (await this.#good(this.tryFiles(files))) as unknown as { challenge: WrittenChallenge };
  }

  answers = ({ active, chip }: ChipAnswers): Promise<Answered> =>
    this.send('answers', {
      answers: { ...(active && { active: base64(active) }), ...(chip && { chip: base64(chip) }) },
    });

  failure = (failure: string): Promise<Answered> => this.send('failure', { failure });

  /** Opens the chip, sends its files and its answers to the challenge. */
  async read(port: ChipPort): Promise<void> {
    const session = new ChipSession(port);
    if (!this.#zone) throw new Error('The reading was not opened');
    await openChip(session, { zone: this.#zone });
    const { challenge } = await this.files(await readChipFiles(session));
    await this.#good(this.answers(await answersOf(session, challengeOf(challenge))));
  }

  async send(step: string, body: object): Promise<Answered> {
    const answer = await fetch(this.running.url('idv', `/IdvWebServer/chip/${step}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.token && { authorization: `Bearer ${this.token}` }) },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  async #good(asked: Promise<Answered>): Promise<Record<string, unknown>> {
    const { status, body } = await asked;
    if (status >= 300) throw new Error(`The service answered ${status} ${JSON.stringify(body)}`);
    return body;
  }
}
