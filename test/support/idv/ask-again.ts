import { DomainError, KernelErrors } from '../../../src/shared/kernel/index.js';

/** Asks again while the engine needs longer than a request waits, as the page does. The engine's job continues. */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== KernelErrors.unavailable) throw error;
    }
  }
}
