/** One line of a file: its text, or why it cannot be read. The first is line 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
  readonly fault?: string;
}

const LONGEST = 64 * 1024;
const NEWLINE = 0x0a;

/** The lines of a stream, one at a time however long it is: no more is read than whoever asks has taken. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const unfinished = new UnfinishedLine();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      unfinished.add(chunk.subarray(start, end));
      yield unfinished.finish();
      start = end + 1;
    }
    unfinished.add(chunk.subarray(start));
  }
  if (unfinished.length > 0) yield unfinished.finish();
}

class UnfinishedLine {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Buffer[] = [];
  #number = 0;
  length = 0;

  /** Of a line that is too long nothing more is kept than that it is. */
  add(part: Buffer): void {
    this.length += part.length;
    if (this.length <= LONGEST) this.#parts.push(part);
  }

  finish(): Line {
    const [parts, length] = [this.#parts, this.length];
    [this.#parts, this.length] = [[], 0];
    const number = ++this.#number;
    if (length > LONGEST) return { number, text: '', fault: `Must not be longer than ${LONGEST} bytes.` };
    try {
      return { number, text: this.#decoder.decode(Buffer.concat(parts)).replace(/\r$/, '') };
    } catch {
      return { number, text: '', fault: 'Must be UTF-8.' };
    }
  }
}
