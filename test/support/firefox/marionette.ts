import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type Answer = readonly [type: number, id: number, error: { readonly message: string } | null, value: unknown];

/** Marionette, Firefox's own test protocol: Playwright's WebDriver BiDi has no virtual authenticators yet. */
export class Marionette {
  #asked = 0;
  #rest = Buffer.alloc(0);
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  private constructor(private readonly socket: Socket) {
    socket.on('data', (data) => this.#take(data));
  }

  static async at(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  async command(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#asked;
    const text = JSON.stringify([0, id, name, parameters]);
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = await answered;
    if (error) throw new Error(`${name}: ${error.message}`);
    return value;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Reads messages, each of which begins with its length. The first one is a greeting, and has no receiver. */
  #take(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const colon = this.#rest.indexOf(':');
      const end = colon + 1 + Number(this.#rest.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.#rest.length < end) return;
      const message: unknown = JSON.parse(this.#rest.subarray(colon + 1, end).toString());
      this.#rest = this.#rest.subarray(end);
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message as unknown as Answer);
    }
  }
}
