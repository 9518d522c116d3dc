import { answersOf, ChipError, ChipSession, Malformed, openChip, readChipFiles } from '@countersign/emrtd/reader';

/** The connection to a chip by NFC: sends a command and returns the chip's answer. */
export interface PassportPort {
  transceive(apdu: Uint8Array): Promise<Uint8Array>;
}

/** Three fields of the machine readable zone. They open the chip. Dates are YYMMDD. */
export interface PassportKey {
  readonly number: string;
  readonly birth: string;
  readonly expiry: string;
}

/** The step of the reading, and the percentage of the portrait that has been read. */
export interface PassportProgress {
  readonly step: 'opening' | 'reading' | 'proving';
  readonly percent: number;
  readonly message: string;
}

export type PassportErrorCode = 'contact_lost' | 'wrong_key' | 'no_passport' | 'refused' | 'too_late' | 'offline';

const ADVICE: Readonly<Record<PassportErrorCode, string>> = {
  contact_lost: 'The phone moved away. Put it back on the passport and hold still. This does not count as a try.',
  wrong_key:
    'The chip does not fit the page that was photographed. Go back to the browser and photograph the page again.',
  no_passport:
    'No passport was found. Lay the top of the phone on the passport, without a cover, and try the other side.',
  refused: 'The passport was not accepted. Go back to the browser: the page says what to do next.',
  too_late: 'This took too long, or another app has taken the code. Go back to the browser and open the app again.',
  offline: 'The service does not answer. Check the connection, go back to the browser and open the app again.',
};

/** A reading that failed. `advice` is a sentence for the user that says what to do. */
export class PassportError extends Error {
  override readonly name = 'PassportError';
  readonly advice: string;

  constructor(
    readonly code: PassportErrorCode,
    /** The service's reason for refusing the chip. */
    readonly reason?: string,
    cause?: unknown,
  ) {
    super(reason === undefined ? code : `${code}: ${reason}`, { cause });
    this.advice = ADVICE[code];
  }
}

/** Files as they were read from the chip, unchanged. */
export type PassportFiles = Partial<Record<'SOD' | 'DG1' | 'DG2' | 'DG14' | 'DG15', Uint8Array>>;

/** Challenges of the service to the chip, which the app passes on. */
export interface PassportChallenge {
  readonly active?: { readonly nonce: Uint8Array };
  readonly chip?: {
    readonly protocol: string;
    readonly keyId?: number;
    readonly publicKey: Uint8Array;
    readonly command: Uint8Array;
  };
}
export interface PassportAnswers {
  readonly active?: Uint8Array | undefined;
  readonly chip?: Uint8Array | undefined;
}

/** A passport whose files were read. Its chip is still connected, and can answer challenges. */
export interface ReadPassport {
  readonly files: PassportFiles;
  answer(challenge: PassportChallenge): Promise<PassportAnswers>;
}

interface ReadOptions {
  readonly onProgress?: (progress: PassportProgress) => void;
}

/** Opens the chip with the key from the machine readable zone, and reads its files. Only the service verifies them. */
export async function readPassport(
  port: PassportPort,
  key: PassportKey,
  { onProgress = () => undefined }: ReadOptions = {},
): Promise<ReadPassport> {
  const session = new ChipSession(port);
  onProgress({ step: 'opening', percent: 0, message: 'Hold still' });
  await told(() => openChip(session, { zone: key }), openingCode);
  const reading = (share: number) =>
    onProgress({ step: 'reading', percent: Math.round(share * 100), message: 'Hold still' });
  reading(0);
  const files = await told(() => readChipFiles(session, reading));
  return {
    files,
    answer: (challenge) => {
      onProgress({ step: 'proving', percent: 100, message: 'Hold still' });
      return told(() => answersOf(session, challenge));
    },
  };
}

/** The part of `fetch` that the library needs. */
export type PassportFetch = (
  url: string,
  init: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

export interface ReadingOptions {
  /** The address of the hosted pages, such as `https://id.example`. */
  readonly url: string;
  readonly fetch?: PassportFetch;
}

/** A reading that a web page passed to this app. Show `number`, `enterprise` and `documentEnd` before `read`. */
export interface PassportReading {
  /** A number that the web page shows too. If the page shows another number, the user must stop. */
  readonly number: string;
  readonly enterprise: string;
  /** The last three characters of the document number. */
  readonly documentEnd: string;
  /** Reads the passport and sends what was read. Afterwards the user goes back to the browser, whose page goes on by itself. */
  read(port: PassportPort, options?: ReadOptions): Promise<void>;
}

interface Opened {
  readonly token: string;
  readonly number: string;
  readonly enterprise: string;
  readonly zone: PassportKey;
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

/** Opens a reading with the code behind `#code=` in the link that opened the app. The code works once. */
export async function openPassportReading(code: string, { url, fetch }: ReadingOptions): Promise<PassportReading> {
  const send = sender(url, fetch ?? (globalThis as unknown as { fetch: PassportFetch }).fetch);
  const { token, number, enterprise, zone } = (await send('open', { code })) as Opened;
  const read = async (port: PassportPort, options: ReadOptions = {}): Promise<void> => {
    const passport = await readPassport(port, zone, options).catch(async (error: unknown) => {
      const failure = FAILURES[error instanceof PassportError ? error.code : 'refused'];
      // The error of the reading is thrown even if it cannot be reported to the service.
      if (failure) await send('failure', { failure }, token).catch(() => undefined);
      throw error;
    });
    const { challenge } = (await send('files', { files: written(passport.files) }, token)) as {
      challenge: WrittenChallenge;
    };
    const answers = await passport.answer(challengeIn(challenge)).catch(async (error: unknown) => {
      await send('answers', { answers: {} }, token).catch(() => undefined);
      throw error;
    });
    await send('answers', { answers: written(answers) }, token);
  };
  return { number, enterprise, documentEnd: zone.number.slice(-3), read };
}

const FAILURES: Readonly<Partial<Record<PassportErrorCode, string>>> = {
  wrong_key: 'wrong_key',
  contact_lost: 'not_read',
  no_passport: 'not_read',
};

function sender(url: string, fetch: PassportFetch) {
  return async (step: string, body: object, token?: string): Promise<object> => {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const asked = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url.replace(/\/+$/, '')}/IdvWebServer/chip/${step}`, asked).catch(
      (error: unknown) => {
        throw new PassportError('offline', undefined, error);
      },
    );
    const text = await answer.text();
    const parsed = parsedIn(text);
    if (answer.status < 300) return parsed;
    const { reason } = parsed as { reason?: unknown };
    if (answer.status === 422) throw new PassportError('refused', typeof reason === 'string' ? reason : undefined);
    throw new PassportError(answer.status === 429 || answer.status >= 500 ? 'offline' : 'too_late');
  };
}

function parsedIn(text: string): object {
  try {
    return text === '' ? {} : (JSON.parse(text) as object);
  } catch {
    return {};
  }
}

type CodeOf = (error: unknown) => PassportErrorCode;

/** If the chip refuses a command while it is opened, the key is wrong. */
const openingCode: CodeOf = (error) => {
  if (!(error instanceof ChipError)) return 'contact_lost';
  return /application/.test(error.message) ? 'no_passport' : 'wrong_key';
};

async function told<T>(work: () => Promise<T>, codeOf: CodeOf = () => 'contact_lost'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PassportError(error instanceof Malformed ? 'contact_lost' : codeOf(error), undefined, error);
  }
}

const written = (values: PassportFiles | PassportAnswers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values as Readonly<Record<string, Uint8Array | undefined>>).flatMap(([name, bytes]) =>
      bytes ? [[name, base64(bytes)]] : [],
    ),
  );

const challengeIn = ({ active, chip }: WrittenChallenge): PassportChallenge => ({
  ...(active && { active: { nonce: bytesIn(active.nonce) } }),
  ...(chip && { chip: { ...chip, publicKey: bytesIn(chip.publicKey), command: bytesIn(chip.command) } }),
});

/** Base64 without `btoa` or `Buffer`, which phones may lack. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const four = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63] ?? '').join('');
    const missing = Math.max(0, at + 3 - bytes.length);
    parts.push(missing === 0 ? four : four.slice(0, 4 - missing).padEnd(4, '='));
  }
  return parts.join('');
}

function bytesIn(text: string): Uint8Array {
  const letters = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const letter of letters) {
    bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xffffff;
    held += 6;
    if (held >= 8) bytes[at++] = (bits >> (held -= 8)) & 0xff;
  }
  return bytes;
}
