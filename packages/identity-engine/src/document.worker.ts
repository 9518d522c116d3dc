import { documentDecision, type DocumentDecision } from './decision/document-decision.js';
import { examined, type DocumentJob, type DocumentReaders } from './document-examination.js';
import { MrzReader } from './mrz/mrz-reader.js';
import { glyphNet } from './mrz/net-file.js';
import type { PageArea } from './page-area.js';
import type { PictureSignal } from './signals/picture-signals.js';
import { PageText } from './viz/page-text.js';

/** With where the page is, if that is known: its portrait is there. */
export type PictureReading = DocumentDecision & {
  readonly page?: PageArea;
  /** Only of a document that was read. */
  readonly signals?: readonly PictureSignal[];
};

let readers: DocumentReaders | undefined;

/** Loads nets and modules, once in a thread. */
export async function prepare(): Promise<DocumentReaders> {
  readers ??= { zones: new MrzReader(glyphNet()), text: new PageText() };
  await readers.text.load();
  return readers;
}

/** Job of a thread of the pool. */
export default async function readDocument(job: DocumentJob): Promise<PictureReading> {
  const readers = await prepare();
  const evidence = await examined(job, readers, new Date());
  const reading = documentDecision(evidence, job.thresholds);
  const { signals, page } = evidence;
  return reading.outcome === 'read' ? { ...reading, signals, ...(page && { page }) } : reading;
}
