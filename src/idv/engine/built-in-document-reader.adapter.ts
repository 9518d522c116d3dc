import { Injectable } from '@nestjs/common';
import { DocumentReader, type DocumentPictures, type DocumentReading } from '../ports/engine.port.js';
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

  async read({ front, back, type, thresholds, signal }: DocumentPictures): Promise<DocumentReading> {
    const reading = this.engine.read({ front, type, thresholds, ...(back && { back }) }, signal);
    const page = reading.then((read) => read.page);
    const [{ page: _, ...read }, portrait] = await Promise.all([reading, this.portraits.of(front, signal, page)]);
    return read.outcome === 'read' && portrait ? { ...read, portrait } : read;
  }
}
