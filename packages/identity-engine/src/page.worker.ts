import { examined, type DocumentReaders } from './document-examination.js';
import { MrzReader } from './mrz/mrz-reader.js';
import { glyphNet } from './mrz/net-file.js';
import { pageReading, type PageReading } from './page-reading.js';
import { PageText } from './viz/page-text.js';

/** A picture to read. Without one, the job only loads the neural nets. */
export type PageJob = { readonly picture: Uint8Array; readonly zoneMs: number } | { readonly picture?: undefined };

export type PageAnswer = PageReading & { readonly ms: number };

let readers: DocumentReaders | undefined;

/** Loads the neural nets, once per thread. */
export async function prepare(): Promise<DocumentReaders> {
  readers ??= { zones: new MrzReader(glyphNet()), text: new PageText() };
  await readers.text.load();
  return readers;
}

/** The job that a thread runs for an operator's picture. */
export default async function readPage(job: PageJob): Promise<PageAnswer | undefined> {
  const readers = await prepare();
  if (!job.picture) return undefined;
  const began = performance.now();
  const reading = pageReading(await examined({ front: job.picture, zoneMs: job.zoneMs }, readers, new Date()));
  return { ...reading, ms: Math.round(performance.now() - began) };
}
