import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorKind } from '../../kernel/errors.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { UnknownSealingKey } from '../../security/sealing/sealing.errors.js';
import { databaseFailure } from './database-failure.js';

/**
 * What was raised, as an error of ours. A framework's error keeps its status and loses its words: they name libraries,
 * and promise nothing.
 */
export function domainErrorOf(caught: unknown): DomainError {
  if (caught instanceof DomainError) return caught;
  if (caught instanceof HttpException && caught.cause instanceof DomainError) return caught.cause;
  const status = statusOf(caught);
  if (status !== undefined) return kindOfStatus(status)();
  // Another process may have the key: while keys are rotated, or after a setting was forgotten on one machine.
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
  ].map((kind) => [kind.faces.status, kind]),
);

export const kindOfStatus = (status: number): ErrorKind => kinds.get(status) ?? unnamedKind(status);

/** Nest's exceptions, and those of Express and its parsers, whose 5xx say nothing about us that we know. */
function statusOf(caught: unknown): number | undefined {
  if (caught instanceof HttpException) return caught.getStatus();
  if (!(caught instanceof Error) || !('statusCode' in caught)) return undefined;
  const { statusCode } = caught;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}

function unnamedKind(status: number): ErrorKind {
  const faces = { status, title: STATUS_CODES[status] ?? 'Error' };
  const kind: ErrorKind = Object.assign(
    (detail?: string, extra?: DomainError['extra']) => new DomainError(kind, detail, extra),
    { code: `kernel/status-${status}`, faces },
  );
  return kind;
}
