/** One member of a JSON object, or one element of a member that is an array. */
export type JsonMember =
  | { readonly name: string; readonly line: number; readonly value: unknown }
  | { readonly name: string; readonly line: number; readonly fault: string };

/** Thrown if the input is not a JSON object or is truncated. */
export class NoJsonObject extends Error {}

const LONGEST = 1024 * 1024;
const [QUOTE, BACKSLASH, COLON, COMMA, NEWLINE] = [0x22, 0x5c, 0x3a, 0x2c, 0x0a];
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Parses a JSON object of any length, keeping only one member or array element in memory at a time. Yields the members
 * of the object that are strings, numbers or booleans, and the objects in the arrays named by `arrays`. Skips
 * everything else.
 */
export async function* jsonMembers(
  chunks: AsyncIterable<Buffer>,
  arrays: ReadonlySet<string>,
): AsyncGenerator<JsonMember> {
  const scanner = new MemberScanner(arrays);
  for await (const chunk of chunks) yield* scanner.read(chunk);
  if (!scanner.isWhole) throw new NoJsonObject('The file is not one whole JSON object.');
}

type Piece = 'key' | 'scalar' | 'element';

class MemberScanner {
  #depth = 0;
  #line = 1;
  #inText = false;
  #escaped = false;
  #inValue = false;
  #hasBegun = false;
  #name = '';
  #piece: Piece | undefined;
  #pieceLine = 1;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(private readonly arrays: ReadonlySet<string>) {}

  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }

  *read(chunk: Buffer): Generator<JsonMember> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      // A number or literal has no closing character of its own, so its end is detected at the following byte.
      const endsScalar = this.#piece === 'scalar' && !this.#inText && this.#depth === 1 && isEnd(byte);
      if (endsScalar) yield* this.#finish(chunk.subarray(start, at));
      const piece = this.#step(byte);
      if (piece === 'begins') start = at;
      if (piece === 'ends') yield* this.#finish(chunk.subarray(start, at + 1));
    }
    if (this.#piece) this.#keep(chunk.subarray(start));
  }

  #step(byte: number): 'begins' | 'ends' | undefined {
    if (this.#inText) return this.#stepInText(byte);
    if (!this.#hasBegun && !BLANK.has(byte) && byte !== 0x7b && byte < 0x80)
      throw new NoJsonObject('The file is no JSON object.');
    if (OPENING.has(byte)) {
      this.#hasBegun = true;
      this.#depth += 1;
      const isElement = this.#depth === 3 && byte === 0x7b && this.arrays.has(this.#name);
      return isElement ? this.#begin('element') : undefined;
    }
    if (CLOSING.has(byte)) {
      this.#depth -= 1;
      return this.#piece === 'element' && this.#depth === 2 ? 'ends' : undefined;
    }
    if (byte === QUOTE) this.#inText = true;
    if (this.#depth !== 1) return undefined;
    if (byte === COLON || byte === COMMA) {
      this.#inValue = byte === COLON;
      return undefined;
    }
    return this.#piece || BLANK.has(byte) ? undefined : this.#begin(this.#inValue ? 'scalar' : 'key');
  }

  #stepInText(byte: number): 'ends' | undefined {
    const wasEscaped = this.#escaped;
    this.#escaped = !wasEscaped && byte === BACKSLASH;
    if (wasEscaped || byte !== QUOTE) return undefined;
    this.#inText = false;
    return this.#piece === 'key' ? 'ends' : undefined;
  }

  #begin(piece: Piece): 'begins' {
    [this.#piece, this.#pieceLine, this.#parts, this.#length] = [piece, this.#line, [], 0];
    return 'begins';
  }

  /**
   * Stores a part of the key, scalar or element that is being read. If that becomes longer than `LONGEST`, drops all of
   * its parts.
   */
  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= LONGEST) this.#parts.push(part);
    else this.#parts = [];
  }

  *#finish(last: Buffer): Generator<JsonMember> {
    this.#keep(last);
    const [piece, line, text] = [this.#piece, this.#pieceLine, Buffer.concat(this.#parts).toString('utf8')];
    [this.#piece, this.#parts] = [undefined, []];
    const read = this.#length > LONGEST ? { fault: `Must not be longer than ${LONGEST} bytes.` } : parsed(text);
    if (piece !== 'key') yield { name: this.#name, line, ...read };
    else this.#name = 'value' in read ? String(read.value) : '';
  }
}

const isEnd = (byte: number): boolean => byte === COMMA || CLOSING.has(byte) || BLANK.has(byte);

function parsed(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'Must be JSON.' };
  }
}
