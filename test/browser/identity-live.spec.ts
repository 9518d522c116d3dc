import type { Page } from 'playwright-core';
import { FaceEngine } from '../../src/idv/engine/face/face-engine.service.js';
import { randomSpecimen, type SpecimenData } from '../../src/idv/engine/specimen/specimen-data.js';
import { Bank, type Visitor } from '../support/bank.js';
import { PHONE } from '../support/browser.js';
import { endFilming, filmed } from '../support/faces/filming.js';
import { heldPicture } from '../support/faces/held-picture.js';
import { captures, photoOf } from '../support/faces/sample-faces.js';
import { viewsFor } from '../support/faces/turning-head.js';
import { movements, perform, type Performer } from '../support/idv/challenge-walk.js';
import { LiveCamera, sightOf } from '../support/idv/live-camera.js';
import { PORTAL, RETURN_URL, VerificationDesk, type Invited } from '../support/idv/verification-desk.js';
import { WalkThrough } from '../support/idv/walk-through.js';
import { photographOf } from '../support/specimens.js';

let camera: LiveCamera;
let bank: Bank;
let desk: VerificationDesk;
/** The photo in the passports. The films of the holder are of another capture of it. */
let portrait: Buffer;
let holder: Performer;
let somebodyElse: Performer;
let heldStill: Performer;
let tilted: Performer;
beforeAll(async () => {
  camera = new LiveCamera();
  const switches = [...camera.switches, '--host-resolver-rules=MAP portal.example ~NOTFOUND'];
  bank = await Bank.open({ IDV_READING_MS: '10000' }, undefined, switches);
  desk = await VerificationDesk.open(bank.running, false);
  const photo = await photoOf('3c');
  portrait = await captures['grey']!(photo);
  const film = await filmOf(await captures['cropped']!(photo));
  const [straight] = film;
  holder = await performing(film);
  somebodyElse = await performing(await filmOf(await captures['small']!(await photoOf('5c'))));
  heldStill = await performing(movements.map(() => straight!));
  tilted = await performing(await Promise.all(TILTS.map(([yaw, pitch]) => heldPicture(straight!, yaw, pitch))));
  await endFilming();
});
afterAll(async () => {
  await bank.close();
  camera.remove();
});

/** How a photograph is held to pass for a head that moves: about its upright and its level axis. */
const TILTS = [[0, 0], [45, 0], [-45, 0], [0, 40], [0, -30]] as const; // prettier-ignore

/** A person of whom one picture is at hand, once for each movement. */
async function filmOf(photo: Buffer): Promise<Buffer[]> {
  const [face] = (await bank.running.app.get(FaceEngine).find(photo, 'none')).faces;
  const views = movements.map((movement) => viewsFor([movement], face!)[0]!);
  return filmed(photo, face!, views);
}

async function performing(pictures: readonly Buffer[]): Promise<Performer> {
  const different = new Map([...new Set(pictures)].map((picture) => [picture, sightOf(picture)]));
  const sights = movements.map(async (movement, at) => [movement, await different.get(pictures[at]!)!] as const);
  return Object.fromEntries(await Promise.all(sights)) as Performer;
}

interface Applicant extends Visitor {
  readonly walk: WalkThrough;
  readonly invited: Invited;
  readonly passport: SpecimenData;
}

/** A new user with a phone, who has shown their passport to its camera and confirmed what was read. */
async function applicantWithPassport(seed: number): Promise<Applicant> {
  const passport: SpecimenData = { ...randomSpecimen('TD3', seed), issuer: 'GBR', nationality: 'GBR' };
  const { givenNames: firstName, surname: lastName } = passport;
  const invited = await desk.invite({ user: { firstName, lastName } });
  const visitor = await bank.visitor({ viewport: PHONE, hasTouch: true });
  const { page } = visitor;
  const walk = new WalkThrough(page);
  await camera.show(await sightOf(await photographOf(passport, { portrait }, { width: 1_500, turned: 1 })));
  await walk.start(invited.url);
  await walk.agree();
  await walk.choose('passport', 'GBR');
  const read = page.waitForEvent('load');
  await walk.photograph();
  await read;
  expect(await toldOn(page)).toEqual([]);
  await walk.confirm();
  return { ...visitor, walk, invited, passport };
}

/** What went wrong, in the words of the page. */
const toldOn = (page: Page): Promise<string[]> => page.locator('.note.bad:visible').allInnerTexts();

it('the holder of a passport is verified before the camera, and somebody else with it is not', async () => {
  const { page, walk, invited, passport, complaints, context } = await applicantWithPassport(301);
  await perform(page, camera, somebodyElse);
  expect(await toldOn(page)).toEqual([
    expect.stringMatching(/Your face and the photo on the document did not look alike enough.* left: 2/),
  ]);
  await perform(page, camera, holder);
  expect(await toldOn(page)).toEqual([]);
  expect(await walk.optIn()).toBe(RETURN_URL);
  expect(await desk.resultOf(invited)).toMatchObject({
    status: 'VERIFIED',
    test: false,
    document: { type: 'passport', country: 'GBR', number: passport.number, lastNames: passport.surname },
  });
  expect(complaints.filter((one) => !one.startsWith(PORTAL))).toEqual([]);
  await context.close();
});

it('a photograph of the holder fails the challenge, held still or tilted, and the last try ends it', async () => {
  const { page, invited, complaints, context } = await applicantWithPassport(305);
  await perform(page, camera, heldStill);
  expect(await toldOn(page)).toEqual([expect.stringMatching(/The movements could not be followed\..* left: 2/)]);
  await perform(page, camera, tilted);
  expect(await toldOn(page)).toEqual([expect.stringMatching(/The movements could not be followed\..* left: 1/)]);
  await perform(page, camera, somebodyElse);
  await page.getByRole('heading', { name: 'Your face could not be confirmed' }).waitFor();
  await page.getByText('did not look alike enough').waitFor();
  await page.getByText('All tries are used up.').waitFor();
  expect(await desk.resultOf(invited)).toMatchObject({ status: 'SELFIE_FAILED', reasons: [{ code: 'face_mismatch' }] });
  expect(complaints).toEqual([]);
  await context.close();
});
