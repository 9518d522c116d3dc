const CLEAR_LINE = '\r\u001b[K';
const BAR = 30;
/** Milliseconds between updates of the progress bar on a terminal, and between progress lines in a log. */
const SHOW_MS = { terminal: 200, log: 10_000 };

/** Shows the progress of a command on standard error. */
export class ProgressBar {
  readonly #began = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #done = 0;

  constructor(
    private readonly things: string,
    private readonly total: number,
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
  ) {}

  start(): this {
    const { isTTY } = this.out;
    const show = (): void => void this.out.write(isTTY ? `${CLEAR_LINE}${this.line()}` : `${this.line()}\n`);
    this.#timer = setInterval(show, isTTY ? SHOW_MS.terminal : SHOW_MS.log).unref();
    return this;
  }

  advance(): void {
    this.#done++;
  }

  tell(text: string): void {
    this.out.write(`${this.out.isTTY ? CLEAR_LINE : ''}${text}\n`);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.out.write(this.out.isTTY ? CLEAR_LINE : `${this.line()}\n`);
  }

  line(): string {
    const share = this.total === 0 ? 1 : this.#done / this.total;
    const full = Math.round(share * BAR);
    const seconds = (performance.now() - this.#began) / 1_000;
    const left = this.#done === 0 ? '' : `  ${Math.ceil((seconds / this.#done) * (this.total - this.#done))} s left`;
    return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(share * 100)} %  ${this.#done} of ${this.total} ${this.things}${left}`;
  }
}
