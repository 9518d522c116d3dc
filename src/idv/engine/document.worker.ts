import { documentDecision } from './decision/document-decision.js';
import { examined, type DocumentJob } from './document-examination.js';
import { MrzReader } from './mrz/mrz-reader.js';
import { glyphNet } from './mrz/net-file.js';
import type { DocumentReading } from '../ports/engine.port.js';

let reader: MrzReader | undefined;

/** What a thread of the pool runs. Nets and modules are loaded with the first job. */
export default async function readDocument(job: DocumentJob): Promise<DocumentReading> {
  reader ??= new MrzReader(glyphNet());
  const evidence = await examined(job, reader, new Date());
  const reading = documentDecision(evidence, job.thresholds);
  return reading.outcome === 'read' ? { ...reading, signals: evidence.signals } : reading;
}
