import sharp from 'sharp';
import { type ChallengeMove, defaultThresholds, pageAboveLine, type Point } from '@countersign/identity-engine';
import { randomSpecimen } from '@countersign/identity-engine/specimens';
import { BuiltInDocumentReader } from '../built-in-document-reader.adapter.js';
import { FaceEngine } from './face-engine.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { ChallengeResponseJudge } from './liveness-judge.adapter.js';
import { Portraits } from './portraits.service.js';
import type { Frame } from '../../engines/engine.port.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { drawnFace } from '../../../../test/support/faces/drawn-face.js';
import { captures, pageWith, photoOf, type SampleFace } from '../../../../test/support/faces/sample-faces.js';
import { endFilming, filmed as filmOf } from '../../../../test/support/faces/filming.js';
import type { HeadView } from '../../../../test/support/faces/turning-head.js';
import { photographOf } from '../../../../test/support/specimens.js';
import { jpegOf } from '../../../../test/support/pictures.js';
import { running } from '../../../../test/support/idv/running.js';

const MATCH = 0.8;
const REVIEW = 0.6;
/** The likeness of two descriptions at a distance of 0.46. Two captures of one photograph are nearer. */
const NEARLY_THE_SAME = 0.937;

const patient = new AbortController().signal;
let engine: FaceEngine;
let matcher: DescriptorFaceMatcher;
let judge: ChallengeResponseJudge;
let portraits: Portraits;
beforeAll(() => {
  const { app } = running();
  [engine, portraits] = [app.get(FaceEngine), app.get(Portraits)];
  [matcher, judge] = [app.get(DescriptorFaceMatcher), app.get(ChallengeResponseJudge)];
});
afterAll(endFilming);

const scoreOf = async (portrait: Buffer, ...selfies: Buffer[]): Promise<number | string> => {
  const compared = await matcher.compare(portrait, selfies, patient);
  return compared.outcome === 'compared' ? compared.score : compared.reason;
};

it('No thread runs before the first picture', async () => {
  expect(await running().app.get(MetricsRegistry).metrics()).not.toContain(
    'countersign_worker_jobs_total{pool="faces"',
  );
});

describe('A face', () => {
  it('matches itself, however it was captured', async () => {
    const photo = await photoOf('6a');
    const template = await matcher.describe(photo, patient);
    for (const how of ['cropped', 'dim', 'blurred', 'grey']) {
      const capture = captures[how]!;
      const captured = await matcher.describe(await capture(photo), patient);
      expect({ how, score: captured && matcher.likeness(template!, captured) }).toEqual({
        how,
        score: expect.any(Number),
      });
      expect(matcher.likeness(template!, captured!)).toBeGreaterThan(MATCH);
    }
  });

  it('does not match other people', async () => {
    const [own, ...others] = await Promise.all(
      (['6a', '1b', '3c', '5a'] as SampleFace[]).map(async (face) => matcher.describe(await photoOf(face), patient)),
    );
    for (const other of others) expect(matcher.likeness(own!, other!)).toBeLessThan(REVIEW);
  });

  it('that is drawn is none, though one is found', async () => {
    for (const likeness of [{}, { skin: [141, 90, 59], hair: [20, 20, 20], eyes: 56 }] as const) {
      const drawn = await drawnFace(likeness);
      expect((await engine.find(drawn, 'none')).faces).toHaveLength(1);
      expect(await matcher.describe(drawn, patient)).toBeUndefined();
      expect(await portraits.of(drawn, patient)).toBeUndefined();
      expect(await scoreOf(drawn, drawn)).toBe('selfie_quality');
    }
  });

  it('is compared by the median of its frames', async () => {
    const [own, other] = [await photoOf('6a'), await photoOf('3c')];
    expect(await scoreOf(own, other, own, await captures['bright']!(own))).toBeGreaterThan(MATCH);
    expect(await scoreOf(own, own, other, await captures['bright']!(other))).toBeLessThan(REVIEW);
  });

  it('is found and compared where its picture is pale', async () => {
    const photo = await photoOf('6c');
    const paled = (picture: Buffer) => sharp(picture).linear(0.06, 215).blur(1).jpeg({ quality: 92 }).toBuffer();
    expect(await scoreOf(await paled(photo), photo)).toBeGreaterThan(REVIEW);
    const other = await scoreOf(await paled(photo), await paled(await photoOf('3c')));
    expect(typeof other === 'string' ? 0 : other).toBeLessThan(REVIEW);
  });

  it('is found on the page of a document', async () => {
    const photo = await photoOf('6c');
    const portrait = (await portraits.of(await pageWith(photo), patient))?.jpeg;
    expect(await scoreOf(portrait!, await captures['turned']!(photo))).toBeGreaterThan(MATCH);
    expect(await scoreOf(portrait!, await photoOf('6b'))).toBeLessThan(REVIEW);
  });

  it.each<[number, Point, Point]>([
    [0, [0.1, 0.9], [0.9, 0.9]],
    [90, [0.1, 0.1], [0.1, 0.9]],
    [180, [0.9, 0.1], [0.1, 0.1]],
    [270, [0.9, 0.9], [0.9, 0.1]],
  ])('is found on a page that is turned by %i degrees, and kept upright', async (degrees, ...lineOfZone) => {
    const photo = await photoOf('3c');
    const page = await sharp(await pageWith(photo))
      .rotate(degrees)
      .jpeg()
      .toBuffer();
    const area = pageAboveLine(...lineOfZone, await sharp(page).metadata());
    for (const known of [undefined, Promise.resolve(area)]) {
      const portrait = (await portraits.of(page, patient, known))?.jpeg;
      const [face] = (await engine.find(portrait!, 'none')).faces;
      expect(Math.abs(face!.pose.roll)).toBeLessThan(20);
      expect(await scoreOf(portrait!, photo)).toBeGreaterThan(MATCH);
    }
  });

  it('is not that of the holder when it is in a larger photograph beside a passport', async () => {
    const [holder, other] = [await photoOf('6a'), await photoOf('3c')];
    const passport = await photographOf(randomSpecimen('TD3', 303), { portrait: holder }, { width: 1_300 });
    const { height } = await sharp(passport).metadata();
    const both = await sharp(passport)
      .extend({ right: 560, background: '#665544' })
      .composite([{ input: await sharp(other).resize(520).toBuffer(), left: 1_320, top: (height - 520) >> 1 }])
      .jpeg()
      .toBuffer();
    const reading = await running()
      .app.get(BuiltInDocumentReader)
      .read({
        ...{ front: both, type: 'passport', country: 'UTO', holder: { firstName: null, lastName: null } },
        ...{ specimens: true, byFields: false, thresholds: defaultThresholds, signal: patient },
      });
    if (reading.outcome !== 'read') throw new Error(`The passport was not read: ${reading.reason}`);
    expect(await scoreOf(reading.portrait!, holder)).toBeGreaterThan(MATCH);
    expect(await scoreOf(reading.portrait!, other)).toBeLessThan(REVIEW);
  });

  it('is described where it is on a page, though the mesh is first fitted elsewhere', async () => {
    const photo = await photoOf('1c');
    expect(await scoreOf(await pageWith(photo), photo)).toBeGreaterThan(NEARLY_THE_SAME);
  });

  it('becomes a template, which is compared with those of the same model only', async () => {
    const [one, same] = [
      await matcher.describe(await photoOf('3b'), patient),
      await matcher.describe(await captures['dim']!(await photoOf('3b')), patient),
    ];
    expect(matcher.likeness(one!, same!)).toBeGreaterThan(MATCH);
    expect(matcher.likeness(one!, { ...same!, model: 'another' })).toBeUndefined();
  });

  it('is to be shown again when there is none, or none that is sharp', async () => {
    const photo = await photoOf('6a');
    const [empty, tiny] = [await jpegOf(), await pageWith(photo, { side: 60 })];
    expect(await portraits.of(empty, patient)).toBeUndefined();
    expect(await matcher.describe(empty, patient)).toBeUndefined();
    expect(await scoreOf(photo, tiny)).toBe('selfie_quality');
  });
});

describe('A challenge', () => {
  const steps: readonly ChallengeMove[] = ['look_straight', 'turn_left', 'open_mouth', 'turn_right'];
  // The photograph shows the head turned a little.
  const [straight, left, right] = [8, 36, -15];
  const path: readonly HeadView[] = [
    { yaw: straight },
    { yaw: straight },
    { yaw: 22 },
    { yaw: left },
    { yaw: left + 2 },
    { yaw: straight },
    { yaw: straight, mouth: 0.14 },
    { yaw: straight, mouth: 0.13 },
    { yaw: straight },
    { yaw: right },
    { yaw: right - 2 },
    { yaw: straight },
  ];
  let own: Frame[];
  let other: Frame[];

  const filmed = async (face: SampleFace, views: readonly HeadView[]): Promise<Frame[]> => {
    const photo = await photoOf(face);
    const [found] = (await engine.find(photo, 'none')).faces;
    const frames = await filmOf(photo, found!, views);
    return frames.map((jpeg, number) => ({ number, read: () => Promise.resolve(jpeg) }));
  };
  beforeAll(async () => {
    own = await filmed('6a', path);
    other = await filmed('3c', path.slice(0, 1));
  });

  it('is passed by a head that shows the moves; its straight frames match its portrait', async () => {
    const judgement = await judge.judge(steps, own, patient);
    expect(judgement).toMatchObject({ outcome: 'live' });
    const selfies =
      judgement.outcome === 'live' ? await Promise.all(judgement.selfies.map((number) => own[number]!.read())) : [];
    expect(await scoreOf(await photoOf('6a'), ...selfies)).toBeGreaterThan(MATCH);
  });

  it.each<[string, () => Frame[]]>([
    ['in another order', () => [...own.slice(8), ...own.slice(0, 8)]],
    ['by a picture held still', () => own.map(() => own[0]!)],
    ['by a picture held still before a camera', () => own.map((_, at) => own[[0, 1, 5, 8, 11][at % 5]!]!)],
    [
      'with a second person for a while',
      () => own.map((frame, at) => (at === 5 || at === 8 ? { ...other[0]!, number: at } : frame)),
    ],
  ])('is failed: %s', async (_, frames) => {
    const numbered = frames().map((frame, number) => ({ ...frame, number }));
    expect(await judge.judge(steps, numbered, patient)).toEqual({ outcome: 'retry', reason: 'liveness_failed' });
  });

  it('ends when its time is up', async () => {
    await expect(judge.judge(steps, own, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
