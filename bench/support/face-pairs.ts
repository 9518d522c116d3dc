import { type FaceJob, FaceModel, type FoundFaces, judged } from '@countersign/identity-engine';
import { settingsFrom } from '../../src/idv/sessions/rules/session-settings.js';
import { crowdPhotoOf, oneMan, otherMen, women } from '../../test/support/faces/sample-crowd.js';
import {
  areDifferent,
  captures,
  pageWith,
  photoOf,
  sampleFaces,
  type SampleFace,
} from '../../test/support/faces/sample-faces.js';

export type Read = (job: FaceJob) => Promise<FoundFaces>;
type Effort = 'fast' | 'half' | 'full';
interface Sample<Face extends string> {
  readonly face: Face;
  readonly descriptor: readonly number[];
}
interface Relations<Face extends string> {
  /** The requirement for pairs of the same person, as a sentence for the report. */
  readonly required: string;
  readonly people: 'alike' | 'mixed';
  readonly same: (one: Face, other: Face) => boolean;
  readonly different: (one: Face, other: Face) => boolean;
}

const THRESHOLDS = [0.48, 0.5, 0.52, 0.54, 0.56, 0.6];
const DEFAULT = FaceModel.dlib.distanceAt(settingsFrom({}).matchThreshold);
const EFFORTS = { full: 'Six crops', half: 'Three crops', fast: 'One crop' };
/** The width in pixels of a portrait on a card that fills half of a webcam's frame. */
const SMALL_PRINT = 160;

const part = (sorted: readonly number[], of: number): number => sorted[Math.floor((sorted.length - 1) * of)] ?? NaN;
export const percent = (count: number, of: number): string =>
  `${((100 * count) / of).toFixed(2)} % (${count} of ${of})`;

/** Compares sample photographs with printed and otherwise captured versions of them. The people look very similar. */
export async function measureVariations(read: Read, effort: Effort): Promise<void> {
  const describer = new Describer(read, effort);
  const photos: Sample<SampleFace>[] = [];
  const variations: Sample<SampleFace>[] = [];
  const printed: Sample<SampleFace>[] = [];
  for (const face of sampleFaces) {
    const photo = await photoOf(face);
    photos.push(...(await describer.describe(face, photo, 'selfie')));
    for (const capture of Object.values(captures)) {
      variations.push(...(await describer.describe(face, await capture(photo), 'selfie')));
    }
    printed.push(...(await describer.describe(face, await pageWith(photo), 'portrait')));
  }
  const relations: Relations<SampleFace> = {
    required: 'every variation of the same photo matches',
    people: 'alike',
    same: (one, other) => one === other,
    different: areDifferent,
  };
  console.log(
    `\n${EFFORTS[effort]} and mirrors, people who are much alike: ${sampleFaces.length} faces, each as ${Object.keys(captures).length + 1} captures`,
  );
  console.log(`  printed portraits found: ${printed.length} of ${sampleFaces.length}`);
  report('photographs against variations of them', photos, variations, relations);
  report('printed portraits against photographs and variations', printed, [...photos, ...variations], relations);
  describer.report();
}

/** Compares different photographs of one man with each other, and with photographs of other men and of women. */
export async function measureCrowd(read: Read): Promise<void> {
  const describer = new Describer(read, 'full');
  const photos: Sample<string>[] = [];
  const printed: Sample<string>[] = [];
  for (const face of [...oneMan, ...otherMen, ...women]) {
    const photo = await crowdPhotoOf(face);
    photos.push(...(await describer.describe(face, photo, 'portrait')));
    printed.push(...(await describer.describe(face, await pageWith(photo, { side: SMALL_PRINT }), 'portrait')));
  }
  const isIn = (faces: readonly string[], face: string): boolean => faces.includes(face);
  const relations: Relations<string> = {
    required: 'every other photo of the one man matches',
    people: 'mixed',
    same: (one, other) => one !== other && isIn(oneMan, one) && isIn(oneMan, other),
    different: (one, other) => isIn(oneMan, one) !== isIn(oneMan, other) || isIn(women, one) !== isIn(women, other),
  };
  const all = oneMan.length + otherMen.length + women.length;
  console.log(
    `\nSix crops and mirrors, people who are mixed: ${oneMan.length} photographs of one man, ${otherMen.length} of other men and ${women.length} of women`,
  );
  console.log(`  printed portraits found, and straight enough: ${printed.length} of ${all}`);
  report('photographs', photos, photos, relations);
  report('printed portraits against other photographs', printed, photos, relations);
  describer.report();
}

class Describer {
  readonly #times: number[] = [];
  readonly #faults = new Map<string, number>();

  constructor(
    private readonly read: Read,
    private readonly effort: Effort,
  ) {}

  /** Describes the face in a picture. Returns an empty list if the face cannot be compared. */
  async describe<Face extends string>(face: Face, picture: Buffer, as: 'selfie' | 'portrait'): Promise<Sample<Face>[]> {
    const began = performance.now();
    const found = judged(await this.read({ picture, effort: this.effort, mostFaces: 3 }), as);
    this.#times.push(performance.now() - began);
    if (typeof found === 'string') this.#faults.set(found, (this.#faults.get(found) ?? 0) + 1);
    return typeof found === 'string' || !found.descriptor ? [] : [{ face, descriptor: found.descriptor }];
  }

  report(): void {
    const faults = [...this.#faults].map(([fault, count]) => `${count} ${fault}`).join(', ');
    const times = [...this.#times].sort((a, b) => a - b);
    console.log(
      `  not compared: ${faults || 'none'}; time a picture: p50 ${Math.round(part(times, 0.5))} ms, p95 ${Math.round(part(times, 0.95))} ms`,
    );
  }
}

function report<Face extends string>(
  what: string,
  ones: readonly Sample<Face>[],
  others: readonly Sample<Face>[],
  relations: Relations<Face>,
): void {
  const pairs = ones.flatMap((one, at) =>
    (ones === others ? others.slice(at + 1) : others).map((other) => ({
      faces: [one.face, other.face] as const,
      distance: FaceModel.dlib.distanceOf(one.descriptor, other.descriptor),
    })),
  );
  const of = (wanted: Relations<Face>['same']) =>
    pairs.filter(({ faces }) => wanted(...faces)).sort((a, b) => a.distance - b.distance);
  const distances = (found: typeof pairs): number[] => found.map(({ distance }) => distance);
  const people = (found: typeof pairs): number => new Set(found.map(({ faces }) => [...faces].sort().join())).size;
  const [same, different] = [of(relations.same), of(relations.different)];
  const [alike, unlike] = [distances(same), distances(different)];
  console.log(
    `  ${what}: same p50 ${part(alike, 0.5).toFixed(3)}, largest ${part(alike, 1).toFixed(3)}; different p50 ${part(unlike, 0.5).toFixed(3)}, smallest ${part(unlike, 0).toFixed(3)}`,
  );
  for (const threshold of THRESHOLDS) {
    const matched = different.filter(({ distance }) => distance <= threshold);
    const found = alike.filter((distance) => distance <= threshold).length;
    const answer = found === same.length ? 'yes' : 'no';
    const isDefault = Math.abs(threshold - DEFAULT) < 1e-6;
    console.log(
      `    at ${threshold.toFixed(2)}${isDefault ? ', the default' : ''}: ${relations.required}: ${answer}, ${found} of ${same.length} pairs; different pairs that match, of ${relations.people} people: ${percent(matched.length, different.length)}, which are ${people(matched)} of ${people(different)} pairs of faces`,
    );
  }
}
