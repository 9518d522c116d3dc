/** A process that ended before it was ready. It has reported the reason itself. */
export class ProcessFailed extends Error {
  constructor(
    readonly number: number,
    readonly exitCode: number,
  ) {
    super(`Process ${number} ended with ${exitCode} before it was ready`);
  }
}
