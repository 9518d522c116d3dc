import { types } from 'node:util';
import { DomainError } from '../../kernel/errors.js';
import { sqlState } from '../../persistence/database.js';

export interface ErrorRecord {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: ErrorRecord;
}

const CAUSES = 5;

/** By nature too: an error of another realm is no instance of ours. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/**
 * What may be told of an error: a list of what to keep, since errors carry queries with their parameters, requests with
 * their headers, and PostgreSQL's `detail` with the very values that it refused.
 */
export function errorRecord(error: Error, causes = CAUSES): ErrorRecord {
  const message = messageOf(error);
  const code = codeOf(error);
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: framesOf(error),
    ...(isError(error.cause) && causes > 0 && { cause: errorRecord(error.cause, causes - 1) }),
  };
}

/** PostgreSQL quotes the value that it could not read after a colon: `invalid input syntax for type uuid: "…"`. */
function messageOf(error: Error): string {
  return isFromDatabase(error) ? error.message.replace(/: "[\s\S]*$/, '') : error.message;
}

const isFromDatabase = (error: Error): boolean => 'severity' in error || 'driverError' in error;

function codeOf(error: Error): string | undefined {
  return error instanceof DomainError ? error.kind.code : sqlState(error);
}

/** Without the first lines, which repeat the message. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
