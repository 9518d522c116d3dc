/**
 * Asks something that may hang, and waits only so long. While an answer is outstanding, whoever asks again waits for the
 * same one: probes that come every second do not pile up behind a database that does not answer.
 */
export class BoundedQuestion {
  #outstanding: Promise<boolean> | undefined;

  constructor(
    private readonly patienceMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Whether it was answered in time. */
  async isAnswered(): Promise<boolean> {
    this.#outstanding ??= this.#ask();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.patienceMs);
    });
    const answered = await Promise.race([this.#outstanding, tooLate]);
    clearTimeout(timer);
    return answered;
  }

  async #ask(): Promise<boolean> {
    try {
      await this.work();
      return true;
    } catch {
      return false;
    } finally {
      this.#outstanding = undefined;
    }
  }
}
