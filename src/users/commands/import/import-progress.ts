import type { ImportTotals } from '../../services/import/import-users.service.js';
import type { ImportFile } from './import-file.js';

const BAR = 30;
export const CLEAR_LINE = '\r\u001b[K';
/** A bar that moves on a terminal; a line now and then in a log. */
const SHOW_MS = { terminal: 200, log: 10_000 };

/** How far an import has come. */
export class ImportProgress {
  readonly #began = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly totals: ImportTotals,
    private readonly file: ImportFile,
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
  ) {}

  start(): this {
    const { isTTY } = this.out;
    const show = () => this.out.write(isTTY ? `${CLEAR_LINE}${this.line()}` : `${this.line()}\n`);
    this.#timer = setInterval(show, isTTY ? SHOW_MS.terminal : SHOW_MS.log).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.out.isTTY) this.out.write(CLEAR_LINE);
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }

  line(): string {
    const { created, existing, refused } = this.totals;
    const done = created + existing + refused;
    return [this.#bar(), `${number(done)} users`, `${number(done / this.seconds)}/s`, this.#left()]
      .filter((part) => part !== undefined)
      .join('  ');
  }

  get #share(): number | undefined {
    return this.file.size && Math.min(1, this.file.readBytes / this.file.size);
  }

  #bar(): string | undefined {
    const share = this.#share;
    if (share === undefined) return undefined;
    const full = Math.round(share * BAR);
    return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${`${Math.floor(share * 100)}`.padStart(3)} %`;
  }

  #left(): string | undefined {
    const share = this.#share;
    if (!share || this.seconds < 2) return undefined;
    const left = Math.ceil(this.seconds / share - this.seconds);
    return `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, '0')} left`;
  }
}

export const number = (value: number): string => Math.round(value).toLocaleString('en-US');
