import { types } from 'node:util';
import { STATUS_CODES } from 'node:http';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorKind, KernelErrors, errorCode } from '../../kernel/index.js';
import { UnknownSealingKey } from '../../security/index.js';

const RETRY_AFTER_SECONDS = 2;

/** Node's error codes for a connection that could not be made or was lost. */
const CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']);

/**
 * SQLSTATE classes and codes of temporary errors (PostgreSQL manual, appendix A): connection errors (08), conflicts
 * that outlasted all retries (40), insufficient resources (53), cancelled or shutting down (57), lock timeout (55P03),
 * idle-in-transaction timeout (25P03), read-only because it is a standby (25006).
 */
const PASSING = /^(?:08|40|53|57)...$|^55P03$|^25P03$|^25006$/;

/** Messages of connection errors that have no code. */
const UNCODED =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;

/**
 * Whether the database connection was lost. If that happens within a transaction, TypeORM only reports that its query
 * runner was released.
 */
const isLost = (caught: Error): boolean =>
  caught instanceof QueryRunnerAlreadyReleasedError || UNCODED.test(caught.message);

/**
 * Whether the database server's Unix socket is missing. The error code does not suffice, because it is also that of a
 * missing file.
 */
const isSocketMissing = (caught: NodeJS.ErrnoException): boolean =>
  caught.code === 'ENOENT' && caught.syscall === 'connect';

/**
 * Converts errors caused by an unavailable database to 503, because they are temporary and not a defect of this
 * service.
 */
function databaseFailure(caught: unknown): DomainError | undefined {
  if (!types.isNativeError(caught)) return undefined;
  const code = errorCode(caught);
  const passing =
    code === undefined ? isLost(caught) : CONNECTION.has(code) || PASSING.test(code) || isSocketMissing(caught);
  return passing ? KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined;
}

/**
 * Converts any thrown value to a domain error. An error of a framework keeps its status but not its message, which
 * names libraries and is not part of the API.
 */
export function domainErrorOf(caught: unknown): DomainError {
  if (caught instanceof DomainError) return caught;
  if (caught instanceof HttpException && caught.cause instanceof DomainError) return caught.cause;
  const status = statusOf(caught);
  if (status !== undefined) return kindOfStatus(status)();
  // Another process may have this encryption key, for example during a rotation. After a 503, the caller tries again.
  if (caught instanceof UnknownSealingKey) return KernelErrors.unavailable(undefined, { retryAfterSeconds: 2 });
  return databaseFailure(caught) ?? KernelErrors.unexpected();
}

const kinds: ReadonlyMap<number, ErrorKind> = new Map(
  [
    KernelErrors.brokenSyntax,
    KernelErrors.unauthenticated,
    KernelErrors.forbidden,
    KernelErrors.notFound,
    KernelErrors.methodNotAllowed,
    KernelErrors.timeout,
    KernelErrors.bodyTooLarge,
    KernelErrors.uriTooLong,
    KernelErrors.unsupportedMediaType,
    KernelErrors.invalidArguments,
    KernelErrors.tooManyRequests,
    KernelErrors.headersTooLarge,
    KernelErrors.unexpected,
    KernelErrors.unavailable,
  ].map((kind) => [kind.spec.status, kind]),
);

const kindOfStatus = (status: number): ErrorKind => kinds.get(status) ?? unnamedKind(status);

/**
 * The status of an exception from Nest, or a 4xx from Express or its parsers. A 5xx from Express is ignored, because it
 * says nothing about this service.
 */
function statusOf(caught: unknown): number | undefined {
  if (caught instanceof HttpException) return caught.getStatus();
  if (!(caught instanceof Error) || !('statusCode' in caught)) return undefined;
  const { statusCode } = caught;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}

function unnamedKind(status: number): ErrorKind {
  const spec = { status, title: STATUS_CODES[status] ?? 'Error' };
  const kind: ErrorKind = Object.assign(
    (detail?: string, extra?: DomainError['extra']) => new DomainError(kind, detail, extra),
    { code: `kernel/status-${status}`, spec },
  );
  return kind;
}
