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
    const [reading, portrait] = await Promise.all([
      this.engine.read({ front, type, thresholds, ...(back && { back }) }, signal),
      this.portraits.of(front, signal),
    ]);
    return reading.outcome === 'read' && portrait ? { ...reading, portrait } : reading;
  }
}
