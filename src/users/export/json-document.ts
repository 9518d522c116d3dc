import type { JsonObject, JsonValue } from '../../shared/kernel/index.js';

type Pages = AsyncIterable<readonly JsonObject[]>;

/** A member of a JSON object: its name and its value. A list is provided page by page. */
export interface Member {
  readonly name: string;
  readonly data: JsonValue | Pages;
}

/** Serializes a JSON object in chunks of text. No chunk ends within a token. */
export async function* jsonDocument(members: AsyncIterable<Member>): AsyncGenerator<string> {
  let before = '{';
  for await (const { name, data } of members) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (isPages(data)) yield* listText(data);
    else yield JSON.stringify(data);
  }
  yield before === '{' ? '{}' : '}';
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const isPages = (data: JsonValue | Pages): data is Pages =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
