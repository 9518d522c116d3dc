import { type ChallengeMove, drawMoves, livenessOf } from '@countersign/identity-engine';
import { heldPicture } from '../../test/support/faces/held-picture.js';
import { photoOf, type SampleFace } from '../../test/support/faces/sample-faces.js';
import { film, viewsFor } from '../../test/support/faces/turning-head.js';
import { measureCrowd, measureVariations, percent, type Read } from './face-pairs.js';

export async function measure(read: Read, heads: number): Promise<void> {
  await measureCrowd(read);
  for (const effort of ['fast', 'half', 'full'] as const) await measureVariations(read, effort);
  await measureLiveness(read, heads);
  const { rss } = process.memoryUsage();
  console.log(`Memory of the process: ${Math.round(rss / 1e6)} MB`);
}

const ALL_MOVES = ['turn_left', 'turn_right', 'look_up', 'open_mouth'] as const;

function everyOrder(): ChallengeMove[][] {
  const drawn = Array.from({ length: 2_000 }, () => drawMoves());
  return [...new Map(drawn.map((order) => [order.join(), order])).values()];
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
  const faces: SampleFace[] = ['6a', '6b', '1b', '5e', '3c', '4d', '2b', '3a', '5a', '6c'];
  let [frames, spent] = [0, 0];
  for (const face of faces.slice(0, heads)) {
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
    const cycle = viewsFor(ALL_MOVES, found).filter((_, at) => at % 3 === 0);
    const straight = viewsFor(['look_straight'], found);
    const universal = await seen(
      await film(photo, found, [...straight, ...Array.from({ length: 22 }, (_, at) => cycle[at % cycle.length] ?? {})]),
    );
    for (const order of everyOrder()) note('one film for all orders', livenessOf(order, universal));
  }
  console.log(`\nChallenges: ${Math.round(spent / frames)} ms a frame`);
  for (const [what, verdicts] of outcomes) {
    console.log(
      `  ${what}: ${percent(verdicts.filter((verdict) => verdict === 'live').length, verdicts.length)} live; ${verdicts.join(' ')}`,
    );
  }
}
