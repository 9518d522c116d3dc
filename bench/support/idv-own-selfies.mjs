import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FaceEngine } from '../../dist/src/idv/engine/face/face-engine.service.js';
import { DescriptorFaceMatcher } from '../../dist/src/idv/engine/face/face-matcher.adapter.js';
import { ChallengeResponseJudge } from '../../dist/src/idv/engine/face/liveness-judge.adapter.js';
import { MetricsRegistry } from '../../dist/src/shared/observability/index.js';
import { WorkerPools } from '../../dist/src/shared/workers/index.js';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { bundled } from './bundled.mjs';
import { documentReader } from './document-reader.mjs';

const LONGEST_MS = 60_000;
const MATCH = 0.8;
/** The pixels of a phone's selfie. The portrait of a document is far smaller. */
const SELFIE = { width: 720, height: 960 };

/**
 * Runs a complete verification for each picture of a document (`pages`: file and fields) in the product's worker
 * threads. The page is read, its own portrait is animated to answer a challenge, and both are compared. Expiry dates
 * are ignored.
 */
export async function measureOwnSelfies({ folder, pages, row }) {
  const pictures = pages.map(({ file }) => readFileSync(join(folder, file)));
  process.chdir(fromRoot());
  const { film, viewsFor } = await bundled('bench/support/idv-film.ts');
  const pools = new WorkerPools(new MetricsRegistry());
  const faces = new FaceEngine(pools);
  const documents = documentReader(pools, faces);
  const [matcher, judge] = [new DescriptorFaceMatcher(faces), new ChallengeResponseJudge(faces)];
  const outcomes = new Map();
  console.log('\nwith its own portrait');
  for (const [i, { file, fields }] of pages.entries()) {
    const [outcome, told = ''] = await verified(pictures[i], fields.format === 'TD3' ? 'passport' : 'identity_card');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    console.log(`${file.slice(-44).padEnd(46)}${outcome} ${told}`);
  }
  for (const [outcome, count] of outcomes) row(`  ${outcome}`, count);
  await pools.onModuleDestroy();

  async function verified(picture, type) {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const front = await sharp(picture).rotate().jpeg({ quality: 92 }).toBuffer();
    const reading = await documents.read({ front, type, country: 'UTO', holder: {}, specimens: true, signal });
    if (reading.outcome !== 'read') return [reading.reason];
    if (reading.doubts.length > 0) return ['in_review', reading.doubts.join()];
    if (!reading.portrait) return ['portrait_missing'];
    const photo = await asSelfie(reading.portrait);
    const [found] = (await faces.find(photo, 'none', signal)).faces;
    if (!found) return ['selfie_quality', 'no face'];
    const steps = judge.challenge();
    const filmed = await film(photo, found, viewsFor(steps, found));
    const frames = filmed.map((jpeg, number) => ({ number, read: () => Promise.resolve(jpeg) }));
    const judgement = await judge.judge(steps, frames, signal);
    if (judgement.outcome === 'retry') return [judgement.reason, steps.join()];
    const selfies = judgement.selfies.map((number) => filmed[number]);
    const compared = await matcher.compare(reading.portrait, selfies, signal);
    if (compared.outcome === 'retry') return [compared.reason];
    return [compared.score >= MATCH ? 'verified' : 'face_mismatch', compared.score.toFixed(2)];
  }
}

/** Turns a portrait into a selfie: enlarged, in the middle of a plain background. */
export const asSelfie = async (portrait) =>
  sharp(await sharp(portrait).resize({ width: 480, height: 620, fit: 'inside', kernel: 'lanczos3' }).toBuffer())
    .resize({ ...SELFIE, fit: 'contain', background: '#8a8f96', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer();
