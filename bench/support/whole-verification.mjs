import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { FaceEngine } from '../../dist/src/idv/engine/face/face-engine.service.js';
import { DescriptorFaceMatcher } from '../../dist/src/idv/engine/face/face-matcher.adapter.js';
import { ChallengeResponseJudge } from '../../dist/src/idv/engine/face/liveness-judge.adapter.js';
import { drawSpecimen, photographed, randomSpecimen } from '../../dist/packages/identity-engine/src/specimens.js';
import { MetricsRegistry } from '../../dist/src/shared/observability/index.js';
import { WorkerPools } from '../../dist/src/shared/workers/index.js';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { bundled } from './bundled.mjs';
import { documentReader } from './document-reader.mjs';

const FACE = '6a';
const LONGEST_MS = 60_000;

/**
 * Measures complete verifications in the product's worker threads: a passport with a portrait, a filmed challenge, and
 * the comparison of faces, in sequence. The pictures are drawn beforehand. The lag is the delay of the main event loop
 * meanwhile.
 */
export async function measureWhole({ seeds, row, quantile }) {
  process.chdir(fromRoot());
  const { film, photoOf, viewsFor } = await bundled('bench/support/idv-film.ts');
  const pools = new WorkerPools(new MetricsRegistry());
  const faces = new FaceEngine(pools);
  const documents = documentReader(pools, faces);
  const [matcher, judge] = [new DescriptorFaceMatcher(faces), new ChallengeResponseJudge(faces)];
  const photo = await photoOf(FACE);
  const found = (await faces.find(photo, 'none')).faces[0];
  const steps = judge.challenge();
  const takes = await film(photo, found, viewsFor(steps, found));
  // Changes the pictures slightly each time, because a worker thread caches the latest ones.
  const filmedAgain = (times) =>
    Promise.all(
      takes.map((jpeg) =>
        sharp(jpeg)
          .linear(1, (times % 40) / 4)
          .jpeg({ quality: 92 })
          .toBuffer(),
      ),
    );
  const taken = { document: [], liveness: [], match: [], whole: [] };
  let passed = 0;
  const lag = monitorEventLoopDelay({ resolution: 10 });
  for (const [times, seed] of [seeds[0], ...seeds].entries()) {
    const filmed = await filmedAgain(times);
    const frames = filmed.map((jpeg, number) => ({ number, read: () => Promise.resolve(jpeg) }));
    const specimen = await drawSpecimen(randomSpecimen('TD3', seed + 29), { portrait: photo });
    const front = await photographed(specimen, { width: 1_600 }, seed);
    const signal = AbortSignal.timeout(LONGEST_MS);
    lag.enable();
    const marks = [performance.now()];
    const reading = await documents.read({
      front,
      type: 'passport',
      country: 'UTO',
      holder: {},
      specimens: true,
      signal,
    });
    marks.push(performance.now());
    const judgement = await judge.judge(steps, frames, signal);
    marks.push(performance.now());
    const selfies = (judgement.selfies ?? []).map((number) => filmed[number]);
    const { score = 0 } = reading.portrait ? await matcher.compare(reading.portrait, selfies, signal) : {};
    marks.push(performance.now());
    lag.disable();
    const isFirst = taken.first === undefined;
    taken.first ??= marks[3] - marks[0];
    if (isFirst) {
      lag.reset();
      continue; // the first run starts the threads and loads the neural nets
    }
    if (score >= 0.8 && reading.outcome === 'read' && reading.doubts?.length === 0) passed++;
    ['document', 'liveness', 'match'].forEach((part, i) => taken[part].push(marks[i + 1] - marks[i]));
    taken.whole.push(marks[3] - marks[0]);
  }
  row('whole verification', 'ms p50', 'p95', 'most');
  for (const [part, times] of Object.entries(taken)) {
    if (Array.isArray(times))
      row(`  ${part}`, quantile(times, 0.5), quantile(times, 0.95), Math.round(Math.max(...times)));
  }
  console.log(
    `  ${passed} of ${seeds.length} passed; ${takes.length} frames each; the first took ${Math.round(taken.first)} ms`,
  );
  console.log(
    `  lag of the main loop: p99 ${Math.round(lag.percentile(99) / 1e6)} ms, most ${Math.round(lag.max / 1e6)} ms`,
  );
  await pools.onModuleDestroy();
}
