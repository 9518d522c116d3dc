import { Injectable } from '@nestjs/common';
import { type DocumentType, isReadable, SPECIMEN_STATE } from '@countersign/identity-engine';
import { DocumentReader, type DocumentPictures, type DocumentReading } from '../engines/engine.port.js';
import { DocumentEngine } from './document-engine.service.js';
import { CoveredPortraits } from './face/covered-portraits.service.js';
import { Portraits } from './face/portraits.service.js';

/** Reads the text of a document and, at the same time, finds the portrait in it. */
@Injectable()
export class BuiltInDocumentReader extends DocumentReader {
  constructor(
    private readonly engine: DocumentEngine,
    private readonly portraits: Portraits,
    private readonly covered: CoveredPortraits,
  ) {
    super();
  }

  reads(type: DocumentType, country: string, byFields: boolean): boolean {
    return isReadable(type, country, byFields);
  }

  async read(given: DocumentPictures): Promise<DocumentReading> {
    const { front, back, earlier, earlierBack, type, country, byFields, specimens, thresholds, signal } = given;
    const more = { ...(back && { back }), ...(earlier && { earlier }), ...(earlierBack && { earlierBack }) };
    const job = { front, type, country, byFields, thresholds, ...more };
    const reading = this.engine.read(job, signal);
    const page = reading.then((read) => read.page);
    const [{ page: _, joinedBy, ...read }, portrait] = await Promise.all([
      reading,
      this.portraits.of(front, signal, page),
    ]);
    if (read.outcome === 'read' && read.document.country === SPECIMEN_STATE && !specimens) {
      return { outcome: 'retry', reason: 'document_type_not_accepted' };
    }
    if (read.outcome === 'read') {
      if (!portrait) return read;
      const isOther = joinedBy === 'front' && earlier && !(await this.covered.isAlsoOn(earlier, portrait, signal));
      if (isOther) return { outcome: 'retry', reason: 'document_unreadable' };
      const covered = await this.covered.signalsOf(portrait, back, signal);
      const at = portrait.at && { portraitAt: portrait.at };
      return { ...read, portrait: portrait.jpeg, ...at, signals: [...(read.signals ?? []), ...covered] };
    }
    const isFrontAgain =
      back && read.reason === 'document_unreadable' && (await this.portraits.areAlike(front, back, signal));
    return isFrontAgain ? { ...read, seen: 'front_again' } : read;
  }

  /**
   * Whether the picture shows the front of a document, which contains a face while the back does not. The face may be
   * too blurred or pale to be compared: `read` judges its quality later.
   */
  showsPortrait(picture: Buffer, signal: AbortSignal): Promise<boolean> {
    return this.portraits.areIn(picture, signal);
  }
}
