import type { Configuration } from '@countersign/client/cordova';

type Fetch = NonNullable<Configuration['fetch']>;
type FetchAnswer = Awaited<ReturnType<Fetch>>;

/** What is used of `cordova-plugin-advanced-http`. Answers of 400 and above are failures there. */
interface NativeHttp {
  sendRequest(url: string, options: object, success: (answer: Answer) => void, failure: (answer: Answer) => void): void;
}

interface Answer {
  /** Below 1: the request has failed, and this says how. */
  readonly status: number;
  readonly url?: string;
  readonly data?: string;
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Phone {
  readonly cordova?: { readonly plugin?: { readonly http?: NativeHttp } };
}

/** Longer than the library waits. */
const TIMEOUT_SECONDS = 60;
/** Failures that come before anything was sent, by the names that the library knows. */
const NOT_SENT: Readonly<Record<number, string>> = { '-3': 'ENOTFOUND', '-6': 'ENETUNREACH' };

/** HTTP by the phone itself: neither the policy of the page nor its origin can forbid it. */
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
