/** An object in an array, with the number of the line on which it begins. */
export type ArrayElement =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: string };

/** Thrown if the file is not JSON, or is truncated. */
export class NoWholeJson extends Error {}

const LONGEST = 1024 * 1024;
const LONGEST_NAME = 64;
const [QUOTE, BACKSLASH, NEWLINE, OPEN, CLOSE, ARRAY, ARRAY_END] = [0x22, 0x5c, 0x0a, 0x7b, 0x7d, 0x5b, 0x5d];
const COLON = 0x3a;

/**
 * Reads the objects in every array that is a member with the given name, at any depth of a JSON file of any length.
 * Only one object is in memory at a time.
 */
export async function* arrayElements(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<ArrayElement> {
  const scanner = new ElementScanner(name);
  for await (const chunk of chunks) yield* scanner.read(chunk);
  if (!scanner.isWhole) throw new NoWholeJson('The file is not one whole JSON object.');
}

class ElementScanner {
  #line = 1;
  #depth = 0;
  #hasBegun = false;
  #inText = false;
  #escaped = false;
  #text: number[] = [];
  #key = '';
  /** The nesting depth of the array that is being read; undefined outside such arrays. */
  #arrayDepth: number | undefined;
  #parts: Buffer[] | undefined;
  #length = 0;
  #firstLine = 1;

  constructor(private readonly name: string) {}

  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#inText;
  }

  *read(chunk: Buffer): Generator<ArrayElement> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const step = this.#step(chunk[at] ?? 0);
      if (step === 'begins') start = at;
      if (step === 'ends') {
        this.#keep(chunk.subarray(start, at + 1));
        yield this.#finish();
      }
    }
    if (this.#parts) this.#keep(chunk.subarray(start));
  }

  #step(byte: number): 'begins' | 'ends' | undefined {
    if (byte === NEWLINE) this.#line += 1;
    if (this.#inText) {
      this.#stepInText(byte);
      return undefined;
    }
    switch (byte) {
      case QUOTE:
        [this.#inText, this.#text] = [true, []];
        return undefined;
      case COLON:
        this.#key = Buffer.from(this.#text).toString('utf8');
        return undefined;
      case OPEN:
      case ARRAY:
        return this.#opened(byte);
      case CLOSE:
      case ARRAY_END:
        return this.#closed();
      default:
        return undefined;
    }
  }

  #stepInText(byte: number): void {
    const wasEscaped = this.#escaped;
    this.#escaped = !wasEscaped && byte === BACKSLASH;
    if (byte === QUOTE && !wasEscaped) this.#inText = false;
    else if (this.#text.length <= LONGEST_NAME) this.#text.push(byte);
  }

  #opened(byte: number): 'begins' | undefined {
    this.#hasBegun = true;
    this.#depth += 1;
    if (this.#arrayDepth === undefined) {
      if (byte === ARRAY && this.#key === this.name) this.#arrayDepth = this.#depth;
      this.#key = '';
      return undefined;
    }
    if (byte !== OPEN || this.#depth !== this.#arrayDepth + 1) return undefined;
    [this.#parts, this.#length, this.#firstLine] = [[], 0, this.#line];
    return 'begins';
  }

  #closed(): 'ends' | undefined {
    this.#depth -= 1;
    this.#key = '';
    if (this.#depth < 0) throw new NoWholeJson('The file is no JSON.');
    if (this.#arrayDepth !== undefined && this.#depth < this.#arrayDepth) this.#arrayDepth = undefined;
    return this.#parts && this.#depth === this.#arrayDepth ? 'ends' : undefined;
  }

  /** Collects the bytes of an array element. If the element becomes too long, drops its bytes and only counts them. */
  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= LONGEST) this.#parts?.push(part);
    else this.#parts = [];
  }

  #finish(): ArrayElement {
    const [line, text] = [this.#firstLine, Buffer.concat(this.#parts ?? []).toString('utf8')];
    this.#parts = undefined;
    if (this.#length > LONGEST) return { line, fault: `Must not be longer than ${LONGEST} bytes.` };
    try {
      return { line, value: JSON.parse(text) as unknown };
    } catch {
      return { line, fault: 'Must be JSON.' };
    }
  }
}
