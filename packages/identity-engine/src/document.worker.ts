import { documentDecision, type DocumentDecision } from './decision/document-decision.js';
import type { DocumentEvidence } from './decision/document-evidence.js';
import { joined, joinedCard, joinedFronts, lacksSomething } from './decision/joined-pages.js';
import { examined, type DocumentJob, type DocumentReaders } from './document-examination.js';
import { MrzReader } from './mrz/mrz-reader.js';
import { glyphNet } from './mrz/net-file.js';
import type { PageArea } from './page-area.js';
import type { PictureSignal } from './signals/picture-signals.js';
import { PageText } from './viz/page-text.js';

/** The decision on a document and, if known, the area of the page, in which the portrait is searched for. */
export type PictureReading = DocumentDecision & {
  readonly page?: PageArea;
  /** The signals of manipulation. Set only if the document was read. */
  readonly signals?: readonly PictureSignal[];
  /** The side that could be read only by combining its picture with the user's earlier picture of the same side. */
  readonly joinedBy?: 'front' | 'back';
};

let readers: DocumentReaders | undefined;

/** Loads the neural nets and their modules, once per thread. */
export async function prepare(): Promise<DocumentReaders> {
  readers ??= { zones: new MrzReader(glyphNet()), text: new PageText() };
  await readers.text.load();
  return readers;
}

/** The job that a pool thread runs. */
export default async function readDocument(job: DocumentJob): Promise<PictureReading> {
  const readers = await prepare();
  const evidence = await examined(job, readers, new Date());
  const reading = documentDecision(evidence, job.thresholds);
  const both = !isSure(reading) && lacksSomething(evidence) && (await withEarlier(job, evidence, readers));
  const together = both && documentDecision(both.evidence, job.thresholds);
  if (together && isSure(together)) return told(together, both.evidence, { joinedBy: both.by });
  return told(reading, evidence);
}

const isSure = (reading: DocumentDecision): boolean => reading.outcome === 'read' && reading.doubts.length === 0;

function told(
  reading: DocumentDecision,
  { signals, page }: DocumentEvidence,
  more: Pick<PictureReading, 'joinedBy'> = {},
): PictureReading {
  return reading.outcome === 'read' ? { ...reading, signals, ...(page && { page }), ...more } : reading;
}

interface Joined {
  readonly evidence: DocumentEvidence;
  readonly by: 'front' | 'back';
}

async function withEarlier(
  { earlier, earlierBack, ...job }: DocumentJob,
  last: DocumentEvidence,
  readers: DocumentReaders,
): Promise<Joined | undefined> {
  const today = new Date();
  const by = (side: Joined['by'], evidence: DocumentEvidence | undefined) => evidence && { evidence, by: side };
  if (job.back && !last.zone.fields) {
    return earlierBack && by('back', joinedCard(last, await examined({ ...job, back: earlierBack }, readers, today)));
  }
  if (!earlier) return undefined;
  if (job.back) return by('front', joinedFronts(last, await examined({ ...job, front: earlier }, readers, today)));
  const before = await examined({ ...job, front: earlier }, readers, today, last.zone.fields);
  if (last.zone.fields || !before.zone.fields) return by('front', joined(last, before));
  // If the first search found no machine readable zone, a second search is pointless, so it gets no time.
  const again = { ...job, zoneMs: last.page ? job.zoneMs : 0 };
  return by('front', joined(await examined(again, readers, today, before.zone.fields), before));
}
