/** A process has ended before it was ready. That process has already reported the reason. */
export class ProcessFailed extends Error {
  constructor(
    readonly number: number,
    readonly exitCode: number,
  ) {
    super(`Process ${number} ended with ${exitCode} before it was ready`);
  }
}
