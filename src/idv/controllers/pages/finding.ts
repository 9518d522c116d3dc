import { DomainError } from '../../../shared/kernel/errors.js';
import { IdvErrors } from '../../domain/idv.errors.js';

/** Undefined where the browser has no such session. */
export async function finding<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.kind === IdvErrors.noSession) return undefined;
    throw error;
  }
}
