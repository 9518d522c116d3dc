/** A chip that does not answer as it should, with the status of its answer where there is one (ISO 7816-4). */
export class ChipError extends Error {
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(status === undefined ? message : `${message} (${status.toString(16)})`);
    this.name = 'ChipError';
  }
}
