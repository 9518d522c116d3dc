/**
 * Thrown when a chip refuses a command or answers it wrongly. `status` is the status word of its answer, if there was
 * one (ISO 7816-4).
 */
export class ChipError extends Error {
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(status === undefined ? message : `${message} (${status.toString(16)})`);
    this.name = 'ChipError';
  }
}
