import 'reflect-metadata';
import { BuiltInDocumentReader } from '../../dist/src/idv/engine/built-in-document-reader.adapter.js';
import { DocumentEngine } from '../../dist/src/idv/engine/document-engine.service.js';
import { CoveredPortraits } from '../../dist/src/idv/engine/face/covered-portraits.service.js';
import { Portraits } from '../../dist/src/idv/engine/face/portraits.service.js';

/** The product's document reader, which runs in worker threads. */
export function documentReader(pools, faces, idvReadingMs = 1_200) {
  const portraits = new Portraits(faces);
  return new BuiltInDocumentReader(
    new DocumentEngine(pools, { idvReadingMs }),
    portraits,
    new CoveredPortraits(faces, portraits),
  );
}
