import { Injectable } from '@nestjs/common';
import { SPECIMEN_STATE, type DocumentType } from '../domain/document.js';
import { DocumentReader, type DocumentPictures, type DocumentReading } from '../ports/engine.port.js';
import { isReadable } from './readable-documents.js';
import { DocumentEngine } from './document-engine.service.js';
import { Portraits } from './face/portraits.service.js';

/** Reads the text of a document and finds the portrait in it, side by side. */
@Injectable()
export class BuiltInDocumentReader extends DocumentReader {
  constructor(
    private readonly engine: DocumentEngine,
    private readonly portraits: Portraits,
  ) {
    super();
  }

  reads(type: DocumentType, country: string): boolean {
    return isReadable(type, country);
  }

  async read({ front, back, type, specimens, thresholds, signal }: DocumentPictures): Promise<DocumentReading> {
    const reading = this.engine.read({ front, type, thresholds, ...(back && { back }) }, signal);
    const page = reading.then((read) => read.page);
    const [{ page: _, ...read }, portrait] = await Promise.all([reading, this.portraits.of(front, signal, page)]);
    if (read.outcome === 'read' && read.document.country === SPECIMEN_STATE && !specimens) {
      return { outcome: 'retry', reason: 'document_type_not_accepted' };
    }
    return read.outcome === 'read' && portrait ? { ...read, portrait } : read;
  }
}
