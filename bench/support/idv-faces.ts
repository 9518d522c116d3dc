import type { FaceJob, FoundFaces } from '../../src/idv/engine/face/face.js';
import { judged } from '../../src/idv/engine/face/face-gates.js';
import { FaceModel } from '../../src/idv/engine/face/face-model.js';
import { livenessOf } from '../../src/idv/engine/face/liveness/judgement.js';
import { drawMoves } from '../../src/idv/engine/face/liveness/moves.js';
import { heldPicture } from '../../test/support/faces/held-picture.js';
import {
  areDifferent,
  captures,
  pageWith,
  photoOf,
  sampleFaces,
  type SampleFace,
} from '../../test/support/faces/sample-faces.js';
import { film, viewsFor } from '../../test/support/faces/turning-head.js';

type Effort = 'fast' | 'half' | 'full';
type Read = (job: FaceJob) => Promise<FoundFaces>;
interface Sample {
  readonly face: SampleFace;
  readonly how: string;
  readonly descriptor: readonly number[];
}

const times: number[] = [];
const faults = new Map<string, number>();
const part = (sorted: readonly number[], of: number): number => sorted[Math.floor((sorted.length - 1) * of)] ?? NaN;
const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(2)} % (${count} of ${of})`;

export async function measure(read: Read, heads: number): Promise<void> {
  for (const effort of ['fast', 'half', 'full'] as const) await measureMatching(read, effort);
  await measureLiveness(read, heads);
  const { rss } = process.memoryUsage();
  console.log(`Memory of the process: ${Math.round(rss / 1e6)} MB`);
}

async function measureMatching(read: Read, effort: Effort): Promise<void> {
  const [originals, others, printed] = [[] as Sample[], [] as Sample[], [] as Sample[]];
  times.length = 0;
  faults.clear();
  let pages = 0;
  for (const face of sampleFaces) {
    const photo = await photoOf(face);
    await describe(read, effort, photo, 'selfie', { face, how: 'photo' }, originals);
    for (const [how, capture] of Object.entries(captures)) {
      await describe(read, effort, await capture(photo), 'selfie', { face, how }, others);
    }
    pages++;
    await describe(read, effort, await pageWith(photo), 'portrait', { face, how: 'printed' }, printed);
  }
  console.log(
    `\n${{ full: 'Six crops', half: 'Three crops', fast: 'One crop' }[effort]} and mirrors: ${sampleFaces.length} faces, each as ${Object.keys(captures).length + 1} captures; ${printed.length} of ${pages} printed portraits found`,
  );
  console.log(`  not compared: ${[...faults].map(([fault, count]) => `${count} ${fault}`).join(', ') || 'none'}`);
  report('photo against another capture of it', originals, others);
  report('printed portrait against captures', printed, [...originals, ...others]);
  const sorted = [...times].sort((a, b) => a - b);
  console.log(`  time a picture: p50 ${Math.round(part(sorted, 0.5))} ms, p95 ${Math.round(part(sorted, 0.95))} ms`);
}

async function describe(
  read: Read,
  effort: Effort,
  picture: Buffer,
  as: 'selfie' | 'portrait',
  sample: Pick<Sample, 'face' | 'how'>,
  into: Sample[],
): Promise<void> {
  const began = performance.now();
  const face = judged(await read({ picture, effort, mostFaces: 3 }), as);
  times.push(performance.now() - began);
  if (typeof face === 'string') faults.set(face, (faults.get(face) ?? 0) + 1);
  else if (face.descriptor) into.push({ ...sample, descriptor: face.descriptor });
}

function report(what: string, ones: readonly Sample[], others: readonly Sample[]): void {
  const pairs = ones.flatMap((one) =>
    others.map((other) => ({ one, other, distance: FaceModel.builtIn.distanceOf(one.descriptor, other.descriptor) })),
  );
  const same = pairs
    .filter(({ one, other }) => one.face === other.face)
    .map(({ distance }) => distance)
    .sort((a, b) => a - b);
  const different = pairs
    .filter(({ one, other }) => areDifferent(one.face, other.face))
    .map(({ distance }) => distance)
    .sort((a, b) => a - b);
  console.log(
    `  ${what}: same p50 ${part(same, 0.5).toFixed(3)}, largest ${part(same, 1).toFixed(3)}; different p50 ${part(different, 0.5).toFixed(3)}, smallest ${part(different, 0).toFixed(3)}`,
  );
  for (const threshold of [0.5, 0.54, 0.56, 0.6]) {
    const [missed, wrong] = [same.filter((d) => d > threshold).length, different.filter((d) => d <= threshold).length];
    console.log(
      `    at ${threshold.toFixed(2)}: missed ${percent(missed, same.length)}, wrongly matched ${percent(wrong, different.length)}`,
    );
  }
}

async function measureLiveness(read: Read, heads: number): Promise<void> {
  const seen = async (pictures: readonly Buffer[]) =>
    Promise.all(
      pictures.map(async (picture, number) => ({
        number,
        found: await read({ picture, effort: 'none', mostFaces: 3 }),
      })),
    );
  const outcomes = new Map<string, string[]>();
  const note = (what: string, verdict: ReturnType<typeof livenessOf>): void => {
    outcomes.set(what, [...(outcomes.get(what) ?? []), typeof verdict === 'string' ? verdict : 'live']);
  };
  const straight: SampleFace[] = ['6a', '6b', '1b', '5e', '3c', '4d', '2b', '3a', '5a', '6c'];
  let [frames, spent] = [0, 0];
  for (const face of straight.slice(0, heads)) {
    const photo = await photoOf(face);
    const [found] = (await read({ picture: photo, effort: 'none', mostFaces: 1 })).faces;
    if (!found) continue;
    const steps = drawMoves();
    const filmed = await film(photo, found, viewsFor(steps, found));
    const began = performance.now();
    note('a head that shows the moves', livenessOf(steps, await seen(filmed)));
    spent += performance.now() - began;
    frames += filmed.length;
    const other = [steps[0] ?? 'look_straight', ...steps.slice(1).reverse()];
    if (other.join() !== steps.join()) note('its moves the other way round', livenessOf(other, await seen(filmed)));
    const tilts = filmed.map((_, at) => [50 * Math.sin(at), 30 * Math.cos(1.3 * at)] as const);
    note(
      'its photograph, tilted and moved',
      livenessOf(
        steps,
        await seen(
          await Promise.all(
            tilts.map(([yaw, pitch], at) => heldPicture(photo, yaw, pitch, { shift: 10 * Math.sin(at) })),
          ),
        ),
      ),
    );
    const still = await film(
      photo,
      found,
      filmed.map(() => ({})),
    );
    note('its photograph, held still', livenessOf(steps, await seen(still)));
  }
  console.log(`\nChallenges: ${Math.round(spent / frames)} ms a frame`);
  for (const [what, verdicts] of outcomes) {
    console.log(
      `  ${what}: ${percent(verdicts.filter((verdict) => verdict === 'live').length, verdicts.length)} live; ${verdicts.join(' ')}`,
    );
  }
}
