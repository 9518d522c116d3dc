import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NO_SUCH_NAME = 3;

/** A name server on loopback. What it is given answers `silence`, an IPv4 address, or undefined: there is no such name. */
export class NameServer {
  /** One entry for each question about an IPv4 address. */
  readonly asked: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly answerFor: (name: string) => string | undefined,
  ) {}

  static async start(answerFor: (name: string) => string | undefined): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket, answerFor);
    socket.on('message', (question, from) => server.#answer(question, from));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  timesAsked(name: string): number {
    return this.asked.filter((asked) => asked === name).length;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(resolve));
  }

  #answer(message: Buffer, { port, address: host }: RemoteInfo): void {
    const { name, type, end } = questionIn(message);
    if (type === TYPE_A) this.asked.push(name);
    const address = this.answerFor(name);
    if (address !== 'silence') this.socket.send(answerTo(message.subarray(0, end), type, address), port, host);
  }
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035: the header, the question as it came, and at most one address that points to the question's name. */
function answerTo(question: Buffer, type: number, address: string | undefined): Buffer {
  const found = address !== undefined && type === TYPE_A;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | (address === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(found ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const answer = found
    ? Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])
    : Buffer.alloc(0);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), answer]);
}
