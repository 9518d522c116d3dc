/** The address that shows the session's present step. */
export const SESSION = '/IdvWebServer/session';

/** The result of sending a picture. */
export type Sent =
  | { readonly outcome: 'accepted'; readonly body: unknown }
  /** The server refuses this picture. `code` says why. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** The session is at another step, or has ended. The page of that step explains it to the user. */
  | { readonly outcome: 'elsewhere' }
  /** `offline` and `busy`: a retry may succeed. A busy server says after how many seconds. */
  | { readonly outcome: 'offline' }
  | { readonly outcome: 'busy'; readonly retryAfter: number };

export interface ToSend {
  readonly url: string;
  readonly csrf: string;
  readonly body?: Blob | URLSearchParams;
  /** The id of the challenge that a frame belongs to. */
  readonly nonce?: string;
  /** The hash over all previous frames of the film, from `nextLink`. For the first frame, it is the nonce. */
  readonly link?: string;
  /** The user's own file, unchanged. Absent for a picture that the page has drawn. */
  readonly source?: 'file';
  /** Called with the share of bytes that have been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * How long nothing may happen: no byte is sent, and no answer comes. The server answers within half of this time, also
 * when it is busy.
 */
const SILENCE_MS = 60_000;

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export function send({ url, csrf, body, nonce, link, source, onProgress }: ToSend): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Form-Token', csrf);
    if (nonce !== undefined) request.setRequestHeader('Challenge-Nonce', nonce);
    if (link !== undefined) request.setRequestHeader('Challenge-Link', link);
    if (source !== undefined) request.setRequestHeader('Picture-Source', source);
    let silence: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
    };
    const end = (sent: Sent) => {
      clearTimeout(silence);
      resolve(sent);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () =>
      end(outcomeOf(request.status, request.responseText, request.getResponseHeader('Retry-After'))),
    );
    request.addEventListener('error', () => end({ outcome: 'offline' }));
    request.addEventListener('abort', () => end({ outcome: 'offline' }));
    wait();
    request.send(body ?? null);
  });
}

const MEGABYTE = 1_000_000;
/** For uploads of this many bytes or more, the page shows how much has been sent. */
export const LARGE_BYTES = MEGABYTE / 5;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** `{sent} of {all} MB`, with numbers in the format of the page's language. */
export function sizeSent(text: string, share: number, bytes: number, language = document.documentElement.lang): string {
  const numbers = new Intl.NumberFormat(language, ONE_DIGIT);
  const format = (megabytes: number): string => numbers.format(megabytes);
  return text.replace('{sent}', format((share * bytes) / MEGABYTE)).replace('{all}', format(bytes / MEGABYTE));
}

const REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);
const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const A_WHILE_SECONDS = 5;
const LONGEST_SECONDS = 60;

export function outcomeOf(status: number, text: string, retryAfter: string | null): Sent {
  const body = parsed(text);
  if (status >= 200 && status < 300) return { outcome: 'accepted', body };
  if (REFUSED.has(status)) return { outcome: 'refused', code: codeIn(body) };
  if (!AGAIN.has(status)) return { outcome: 'elsewhere' };
  const asked = Number(retryAfter ?? A_WHILE_SECONDS);
  return { outcome: 'busy', retryAfter: Math.min(LONGEST_SECONDS, asked > 0 ? asked : A_WHILE_SECONDS) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeIn = (body: unknown): string => {
  const { code } = Object(body) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Opens the page of the present step in place of this one, so that going back does not lead to a step that is over. */
export const openCurrentStep = (): void => location.replace(SESSION);
