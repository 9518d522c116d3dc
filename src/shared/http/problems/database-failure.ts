import { types } from 'node:util';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { type DomainError } from '../../kernel/errors.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { sqlState } from '../../persistence/database.js';

const RETRY_AFTER_SECONDS = 2;

/** Node's names for a connection that could not be made or has ended. */
const CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']);

/**
 * Classes and states of PostgreSQL (appendix A of its manual) that pass: connection trouble (08), lost in contention
 * after every try (40), no resources (53), cancelled or shutting down (57), no lock in time (55P03), a transaction that
 * was left open for too long (25P03), read-only since it is a standby (25006).
 */
const PASSING = /^(?:08|40|53|57)...$|^55P03$|^25P03$|^25006$/;

/** The driver gives these no code. */
const UNCODED =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;

/** A connection that breaks within a transaction is taken from TypeORM's runner, which then says no more than that. */
const isLost = (caught: Error): boolean =>
  caught instanceof QueryRunnerAlreadyReleasedError || UNCODED.test(caught.message);

/** A database that does not answer is a matter of time, not an error of ours: 503 rather than 500. */
export function databaseFailure(caught: unknown): DomainError | undefined {
  if (!types.isNativeError(caught)) return undefined;
  const code = sqlState(caught);
  const passing = code === undefined ? isLost(caught) : CONNECTION.has(code) || PASSING.test(code);
  return passing ? KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined;
}
