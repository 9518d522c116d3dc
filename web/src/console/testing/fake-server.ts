export interface Called {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Reply = {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Answers the calls of a page with the replies of a test. */
export class FakeServer {
  readonly calls: Called[] = [];
  readonly #replies = new Map<string, Reply[]>();

  constructor() {
    globalThis.fetch = (input, init) => Promise.resolve(this.#answer(input as string, init ?? {}));
  }

  /** The last reply is used for all further calls. */
  reply(call: string, ...replies: readonly Reply[]): void {
    this.#replies.set(call, [...replies]);
  }

  #answer(address: string, { method = 'GET', headers = {}, body }: RequestInit): Response {
    const path = address.replace(/^\/api/, '');
    this.calls.push({
      method,
      path,
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    });
    const replies = this.#replies.get(`${method} ${path}`) ?? [];
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {
      status: 404,
      body: { code: 'kernel/not-found' },
    };
    return answerOf(reply);
  }
}

/** A reply with the members of `Response` that the console uses; jsdom has no `Response`. */
function answerOf({
  status = 200,
  body,
  text = body === undefined ? '' : JSON.stringify(body),
  headers = {},
}: Reply): Response {
  return {
    ok: status < 300,
    status,
    headers: new Headers(headers),
    text: () => Promise.resolve(text),
    json: () => (text === '' ? Promise.reject(new SyntaxError('empty')) : Promise.resolve(JSON.parse(text))),
  } as Response;
}
