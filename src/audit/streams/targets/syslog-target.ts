import { connect as connectTcp, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { later } from '../../../shared/kernel/index.js';
import type { OutboundTrust } from '../../../shared/outbound/index.js';
import type { AuditTarget, StreamedLine } from './audit-target.js';

const TLS_PORT = 6514;
const TCP_PORT = 601;
const PATIENCE_MS = 10_000;

/** Values from RFC 5424: the facility 13 (log audit), multiplied by 8 for the priority, and two severities. */
const AUDIT = 13 * 8;
const WARNING = 4;
const INFORMATIONAL = 6;
const MOST_OF_MESSAGE_ID = 32;
/** The highest `sequenceId` of RFC 5424; after it, numbering restarts at 1. */
const MOST_OF_SEQUENCE = 2_147_483_647;

/**
 * Syslog (RFC 5424) over TLS (RFC 5425). The protocol has no acknowledgements: a batch counts as delivered if the
 * connection is still open at the next call.
 */
export class SyslogTarget implements AuditTarget {
  readonly name = 'syslog';
  #socket: Socket | undefined;
  #failure: Error | undefined;
  #written: number | undefined;

  constructor(
    private readonly url: URL,
    private readonly trust: OutboundTrust,
  ) {}

  async send(lines: readonly StreamedLine[]): Promise<number | undefined> {
    const arrived = this.#outlived();
    if (lines.length === 0) return arrived;
    this.#socket ??= await this.#connected();
    await this.#write(this.#socket, lines.map(frame).join(''));
    this.#written = lines.at(-1)?.number;
    return arrived;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#failure = undefined;
    this.#written = undefined;
  }

  #outlived(): number | undefined {
    const failure = this.#failure;
    if (!failure) return this.#written;
    this.close();
    throw failure;
  }

  #connected(): Promise<Socket> {
    const { hostname: host, protocol, port } = this.url;
    const isTls = protocol === 'tls:';
    const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? TLS_PORT : TCP_PORT) };
    return new Promise((resolve, reject) => {
      const secureContext = this.trust();
      const socket = isTls
        ? connectTls({ ...to, servername: to.host, ...(secureContext && { secureContext }) })
        : connectTcp(to);
      const late = later(() => socket.destroy(new Error('The syslog server did not answer in time')), PATIENCE_MS);
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(late);
        resolve(socket);
      });
      socket.on('error', (error: Error) => {
        clearTimeout(late);
        this.#noteFailure(socket, error);
        reject(error);
      });
      socket.on('close', () => this.#noteFailure(socket, new Error('The syslog server has ended the connection')));
      socket.resume(); // reads and drops any data that the server sends
    });
  }

  /**
   * Notes why the open connection has ended. Failures of other connections are ignored: they were already reported, or
   * no longer matter.
   */
  #noteFailure(socket: Socket, error: Error): void {
    if (socket === this.#socket) this.#failure ??= error;
  }

  #write(socket: Socket, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = later(() => socket.destroy(new Error('The syslog server takes nothing')), PATIENCE_MS);
      socket.write(text, (error) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** Formats a line as a syslog message, preceded by its length in bytes (RFC 5425). */
function frame({ number, at, kind, refused, text }: StreamedLine): string {
  const priority = AUDIT + (refused ? WARNING : INFORMATIONAL);
  const sequence = ((number - 1) % MOST_OF_SEQUENCE) + 1;
  const head = `<${priority}>1 ${at} ${printable(hostname())} countersign ${process.pid} ${printable(kind).slice(0, MOST_OF_MESSAGE_ID)}`;
  const message = `${head} [meta sequenceId="${sequence}"] ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

const printable = (name: string): string => name.replace(/[^!-~]/g, '') || '-';
