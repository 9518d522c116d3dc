import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as they came over the wire. */
  readonly raw: string;
}

export interface ReceiverOptions {
  /** TLS from the first byte. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The reply to `RCPT TO` or to the end of the data; undefined accepts. */
  readonly refuse?: (command: 'RCPT' | 'DATA', address: string) => string | undefined;
}

/** A mail server on a free loopback port that keeps what it is given: as much of RFC 5321 as a client needs. */
export class SmtpReceiver {
  readonly mails: ReceivedMail[] = [];
  readonly #waiting: (() => void)[] = [];
  #refuse: NonNullable<ReceiverOptions['refuse']>;

  private constructor(
    private readonly server: Server,
    refuse: ReceiverOptions['refuse'],
  ) {
    this.#refuse = refuse ?? (() => undefined);
  }

  static async start({ tls, refuse }: ReceiverOptions = {}): Promise<SmtpReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new SmtpReceiver(server, refuse);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => receiver.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  refuseFrom(refuse: NonNullable<ReceiverOptions['refuse']>): void {
    this.#refuse = refuse;
  }

  /** Resolves once so many mails have come. */
  async received(count: number): Promise<readonly ReceivedMail[]> {
    while (this.mails.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.mails;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    const session = new Session(
      (line) => socket.write(`${line}\r\n`),
      (command, address) => this.#refuse(command, address),
      (mail) => this.#keep(mail),
    );
    let rest = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach((line) => session.take(line));
    });
    session.greet();
  }

  #keep(mail: ReceivedMail): void {
    this.mails.push(mail);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

class Session {
  #from = '';
  #to: string[] = [];
  #data: string[] | undefined;

  constructor(
    private readonly say: (line: string) => void,
    private readonly refuse: NonNullable<ReceiverOptions['refuse']>,
    private readonly keep: (mail: ReceivedMail) => void,
  ) {}

  greet(): void {
    this.say('220 receiver');
  }

  take(line: string): void {
    if (this.#data && line !== '.') this.#data.push(line.replace(/^\./, ''));
    else this.say(this.#data ? this.#ended(this.#data) : this.#reply(line));
  }

  #ended(data: readonly string[]): string {
    this.#data = undefined;
    const refused = this.refuse('DATA', this.#to[0] ?? '');
    if (!refused) this.keep({ from: this.#from, to: this.#to, raw: data.join('\r\n') });
    return refused ?? '250 2.0.0 kept';
  }

  #reply(line: string): string {
    const [, verb = '', address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
    switch (verb) {
      case 'EHLO':
        return '250-receiver\r\n250 8BITMIME';
      case 'MAIL':
        [this.#from, this.#to] = [address, []];
        return '250 2.1.0 ok';
      case 'RCPT':
        return this.refuse('RCPT', address) ?? `250 2.1.5 ok, the ${this.#to.push(address)}.`;
      case 'DATA':
        this.#data = [];
        return '354 go on';
      case 'RSET':
        return '250 2.0.0 ok';
      case 'QUIT':
        return '221 2.0.0 bye';
      default:
        return '502 5.5.1 not here';
    }
  }
}
