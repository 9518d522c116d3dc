import { closeSync, openSync, statSync, writeSync, type Stats } from 'node:fs';
import { CalledWrongly } from '../../../shared/operations/command.js';
import { CLEAR_LINE } from './import-progress.js';
import type { RefusedLine } from '../../services/import/import-users.service.js';

/** Without a file, so many are shown. */
const SHOWN = 20;

/** Where refused lines go: into a file for the owner alone, to be corrected; else the first ones onto the terminal. */
export class RefusedLines {
  #count = 0;

  private constructor(
    readonly file: string | undefined,
    private readonly descriptor: number | undefined,
  ) {}

  static open(file: string | undefined, input: Stats): RefusedLines {
    return new RefusedLines(file, file === undefined ? undefined : openedBeside(file, input));
  }

  add(refused: RefusedLine): void {
    this.#count += 1;
    if (this.descriptor !== undefined) writeSync(this.descriptor, `${JSON.stringify(refused)}\n`);
    else if (this.#count <= SHOWN) tell(sentenceOf(refused));
    else if (this.#count === SHOWN + 1) tell('… (--refused FILE keeps them all)');
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

/** On a terminal in the place of the bar, which is drawn again below. */
const tell = (sentence: string) => process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ''}${sentence}\n`);

const sentenceOf = ({ line, errors }: RefusedLine): string =>
  `line ${line}: ${errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail)).join(' ')}`;

function openedBeside(file: string, input: Stats): number {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.dev === input.dev && there.ino === input.ino)
    throw new CalledWrongly('--refused names the file to import.');
  try {
    return openSync(file, 'w', 0o600);
  } catch {
    throw new CalledWrongly(`--refused names ${file}, which cannot be written.`);
  }
}
