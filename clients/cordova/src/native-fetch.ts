import type { Configuration } from '@countersign/client/cordova';

type Fetch = NonNullable<Configuration['fetch']>;
type FetchAnswer = Awaited<ReturnType<Fetch>>;

/**
 * The part of `cordova-plugin-advanced-http` that is used here. It passes answers with status 400 and above to
 * `failure`.
 */
interface NativeHttp {
  sendRequest(url: string, options: object, success: (answer: Answer) => void, failure: (answer: Answer) => void): void;
}

interface Answer {
  /** The HTTP status of the answer. If there was no answer, a code of the plugin, which is below 1. */
  readonly status: number;
  readonly url?: string;
  readonly data?: string;
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Phone {
  readonly cordova?: { readonly plugin?: { readonly http?: NativeHttp } };
}

/**
 * The plugin's timeout. It is longer than the default timeout of the client library, which therefore ends a call first.
 */
const TIMEOUT_SECONDS = 60;
/**
 * The plugin's codes for failures before anything was sent, and the codes that Node has for the same failures. The
 * client library knows Node's codes, and retries calls that fail with them.
 */
const NOT_SENT: Readonly<Record<number, string>> = { '-3': 'ENOTFOUND', '-6': 'ENETUNREACH' };

/** Sends HTTP requests natively, so that neither the page's content security policy nor CORS can block them. */
export const nativeFetch: Fetch = (url, { method, headers, body = '' }) =>
  new Promise<FetchAnswer>((resolve, reject) => {
    const { http } = (globalThis as Phone).cordova?.plugin ?? {};
    if (!http) throw new TypeError('cordova-plugin-advanced-http is missing, or the device is not ready');
    const answered = (answer: Answer): void => {
      const { status, url: final = url } = answer;
      if (status > 0 && final === url) resolve(asFetched(answer));
      else reject(Object.assign(new Error(failureOf(answer, url)), { code: NOT_SENT[status] }));
    };
    const options = {
      ...{ method: method.toLowerCase(), data: body, serializer: 'utf8', responseType: 'text' },
      ...{ headers, followRedirect: false, timeout: TIMEOUT_SECONDS },
    };
    http.sendRequest(url, options, answered, answered);
  });

const failureOf = ({ status, error, url }: Answer, asked: string): string =>
  status > 0 ? `${asked} was redirected to ${url}` : (error ?? `The request failed: ${status}`);

function asFetched({ status, data, error, headers = {} }: Answer): FetchAnswer {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status,
    headers: { get: (name) => byName.get(name.toLowerCase()) ?? null },
    text: () => Promise.resolve(data ?? error ?? ''),
  };
}
