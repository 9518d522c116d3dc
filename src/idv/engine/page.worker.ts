import { examined, type DocumentReaders } from './document-examination.js';
import { MrzReader } from './mrz/mrz-reader.js';
import { glyphNet } from './mrz/net-file.js';
import { pageReading, type PageReading } from './page-reading.js';
import { PageText } from './viz/page-text.js';

export interface PageJob {
  readonly picture: Uint8Array;
  readonly zoneMs: number;
}

let readers: DocumentReaders | undefined;

/** What a thread runs for an operator who has a picture read. */
export default async function readPage({ picture, zoneMs }: PageJob): Promise<PageReading & { readonly ms: number }> {
  readers ??= { zones: new MrzReader(glyphNet()), text: new PageText() };
  const began = performance.now();
  const reading = pageReading(await examined({ front: picture, zoneMs }, readers, new Date()));
  return { ...reading, ms: Math.round(performance.now() - began) };
}
