import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { isLoopbackHost } from '../../shared/kernel/index.js';
import type { OutboundTrust } from '../../shared/outbound/index.js';
import type { Mailbox } from '../../config.js';
import { type Addresses, type Message, MessageSender, Undeliverable } from '../contract/message-sender.port.js';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/**
 * The time limit for a whole delivery. A server that sends its replies byte by byte would never exceed the idle
 * timeout, `SILENCE_MS`.
 */
const ALL_IN_ALL_MS = 60_000;
const CONNECTIONS = 4;

export interface MailServer {
  readonly url: URL;
  readonly from: Mailbox;
  /** Whether to send without STARTTLS, to a relay on a private network. */
  readonly plain: boolean;
  readonly trust: OutboundTrust;
}

/** Sends mail by SMTP, over a few connections that stay open while there is mail to send. */
export class SmtpSender extends MessageSender implements OnApplicationShutdown {
  readonly #transport: Transporter;

  constructor(private readonly server: MailServer) {
    super();
    this.#transport = createTransport(transportOptions(server));
  }

  canReach({ email }: Addresses): Promise<boolean> {
    return Promise.resolve(email !== null);
  }

  async send({ to, subject, text, html, language }: Message): Promise<void> {
    if (to.email === null) throw new Error('The message has no e-mail address to go to');
    const mail = {
      from: this.server.from,
      // Nodemailer takes an object as a single address, but would parse a string as a list of addresses.
      to: { name: '', address: to.email },
      subject,
      text,
      html,
      // This header keeps automatic responders, such as vacation notices, from replying to the mail (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      signal: AbortSignal.timeout(ALL_IN_ALL_MS),
    };
    await this.#transport.sendMail(mail).catch((error: unknown) => {
      throw notSent(error);
    });
  }

  /** Tests the connection and the login without sending a mail. Returns the reason if the server refuses. */
  async refusal(): Promise<string | undefined> {
    try {
      await this.#transport.verify();
      return undefined;
    } catch (error) {
      return saidIn(error);
    }
  }

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}

function transportOptions({ url, plain, trust }: MailServer): SMTPPoolOptions & { pool: true } {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const open = !secure && (plain || isLoopbackHost(host));
  return {
    pool: true,
    host,
    secure,
    requireTLS: !secure && !open,
    ignoreTLS: open,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2', secureContext: open ? undefined : trust() },
    ...(url.port && { port: Number(url.port) }),
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/**
 * An error from nodemailer. Only its codes are used: its messages quote the server's replies, which may contain the
 * address.
 */
interface Failure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly permanent?: unknown;
}

/**
 * Converts an error from nodemailer to one with our own message. Only a refused recipient is final. A refused login or
 * sender can be corrected in the settings, so the job retries.
 */
export function notSent(failure: unknown): Error {
  const { command, permanent } = isObject(failure) ? failure : {};
  const said = saidIn(failure);
  if (command === 'RCPT TO' && permanent === true)
    return new Undeliverable(`The mail server refused the receiver (${said})`);
  return new Error(`The mail server did not take the message (${said})`);
}

function saidIn(failure: unknown): string {
  const { code, command, responseCode } = isObject(failure) ? failure : {};
  return [word(code) ?? 'unknown', word(command), word(responseCode)].filter(Boolean).join(' ');
}

const isObject = (value: unknown): value is Failure => typeof value === 'object' && value !== null;

const word = (value: unknown): string | undefined => /^[A-Z0-9_]{1,40}(?: [A-Z0-9-]{1,20})?$/.exec(String(value))?.[0];
