import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../kernel/kernel.errors.js';

/** What all uploads of a process may hold at once, by the lengths that they announce. */
export const UPLOAD_BYTES = 256 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class UploadBudget {
  #left = UPLOAD_BYTES;

  /** Returns how to give it back, which counts once. */
  take(bytes: number): () => void {
    if (bytes > this.#left) {
      throw KernelErrors.unavailable('Too much is being uploaded.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#left -= bytes;
    let held = bytes;
    return () => {
      this.#left += held;
      held = 0;
    };
  }

  get left(): number {
    return this.#left;
  }
}
