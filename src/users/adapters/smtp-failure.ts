import { Undeliverable } from '../message-sender.js';

/** What nodemailer tells of a failure. Its texts quote the server, which quotes the address: none of them is kept. */
interface Failure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly permanent?: unknown;
}

/** A failure in words of ours. Only a refused receiver is final: a refused login or sender is for the operator to mend. */
export function notSent(failure: unknown): Error {
  const { code, command, responseCode, permanent } = isObject(failure) ? failure : {};
  const said = [word(code) ?? 'unknown', word(command), word(responseCode)].filter(Boolean).join(' ');
  if (command === 'RCPT TO' && permanent === true)
    return new Undeliverable(`The mail server refused the receiver (${said})`);
  return new Error(`The mail server did not take the message (${said})`);
}

const isObject = (value: unknown): value is Failure => typeof value === 'object' && value !== null;

const word = (value: unknown): string | undefined => /^[A-Z0-9_]{1,40}(?: [A-Z0-9-]{1,20})?$/.exec(String(value))?.[0];
