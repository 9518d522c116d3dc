import 'reflect-metadata';
import { FaceEngine } from '../../dist/src/idv/engine/face/face-engine.service.js';
import {
  CONDITIONS,
  drawSpecimen,
  LOOKS,
  photographed,
  randomSpecimen,
} from '../../dist/packages/identity-engine/src/specimens.js';
import { MetricsRegistry } from '../../dist/src/shared/observability/index.js';
import { WorkerPools } from '../../dist/src/shared/workers/index.js';
import { bundled } from './bundled.mjs';
import { documentReader } from './document-reader.mjs';

const LONGEST_MS = 60_000;
const KINDS = { TD3: 'passport', TD2: 'identity_card', TD1: 'identity_card' };
const READ = ['number', 'lastNames', 'firstNames', 'birthDate', 'expiryDate'];

/**
 * Measures complete specimens with a portrait, in each of the designs in `LOOKS`, with the product's worker threads.
 */
export async function measureLooks({ seeds, row, zoneMs }) {
  const { photoOf, sampleFaces } = await bundled('bench/support/idv-film.ts');
  const pools = new WorkerPools(new MetricsRegistry());
  const documents = documentReader(pools, new FaceEngine(pools), zoneMs);
  row('looks', 'accepted', 'doubt', 'retry', 'no portrait', 'wrong');
  for (const [name, look] of Object.entries(LOOKS)) {
    for (const [format, type] of Object.entries(KINDS)) {
      const count = { accepted: 0, doubt: 0, retry: 0, faceless: 0, wrong: 0 };
      for (const [i, seed] of seeds.entries()) {
        const data = { ...randomSpecimen(format, seed + 17), issuer: 'UTO', nationality: 'UTO' };
        const portrait = await photoOf(sampleFaces[i % sampleFaces.length]);
        const photo = async (side) =>
          photographed(await drawSpecimen(data, { portrait, look, side }), CONDITIONS.clean, seed);
        const sides = { front: await photo('front'), ...(format === 'TD1' && { back: await photo('back') }) };
        const signal = AbortSignal.timeout(LONGEST_MS);
        const reading = await documents.read({ ...sides, type, country: 'UTO', holder: {}, specimens: true, signal });
        count[outcomeOf(reading, data)]++;
      }
      row(`  ${name}, ${format}`, ...Object.values(count));
    }
  }
  await pools.onModuleDestroy();
}

function outcomeOf(reading, { number, surname, givenNames, birthDate, expiryDate }) {
  if (reading.outcome !== 'read') return 'retry';
  if (reading.doubts.length > 0) return 'doubt';
  const truth = [number, surname, givenNames, birthDate, expiryDate];
  if (READ.some((field, i) => reading.document[field] !== truth[i])) return 'wrong';
  return reading.portrait ? 'accepted' : 'faceless';
}
