import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { TestApplication } from '../application.js';

export interface Told {
  readonly event: string;
  readonly data: any;
}

/** The event stream of an open console page, read as the browser would. */
export class LivePage {
  readonly told: Told[] = [];
  #text = '';
  #waiting: (() => void)[] = [];
  readonly ended: Promise<void>;

  private constructor(
    private readonly asked: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    this.ended = new Promise((resolve) => response.on('close', resolve));
    void this.ended.then(() => this.#wake());
  }

  static async open(
    running: TestApplication,
    { cookie }: { readonly cookie: string },
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<LivePage> {
    const url = running.url('console', `/api/live${query}`);
    const asked = request(url, { headers: { cookie: `__Host-console=${cookie}`, ...headers } });
    asked.on('error', () => undefined);
    const response = await new Promise<IncomingMessage>((resolve) => asked.on('response', resolve).end());
    response.on('error', () => undefined);
    return new LivePage(asked, response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** Starts to read the stream. Before that, the client is one that does not read. */
  read(): this {
    this.response.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    return this;
  }

  /** The first event that fits, among past and future ones. Undefined if the stream ends before. */
  async next(fits: (told: Told) => boolean): Promise<Told | undefined> {
    for (;;) {
      const found = this.told.find(fits);
      if (found || this.response.destroyed) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  change(kind: string): Promise<Told | undefined> {
    return this.next(({ event, data }) => event === 'change' && data.kind === kind);
  }

  leave(): void {
    this.asked.destroy();
  }

  #take(text: string): void {
    const parts = (this.#text + text).split('\n\n');
    this.#text = parts.pop() ?? '';
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1] ?? '';
      this.told.push({ event: event ?? part, data: data === '' ? undefined : JSON.parse(data) });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
