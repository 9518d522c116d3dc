import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { randomSpecimen, type SpecimenData } from '@countersign/identity-engine/specimens';
import { FaceEngine } from '../../src/idv/engine/face/face-engine.service.js';
import { Bank, type Visitor } from '../support/bank.js';
import { PHONE } from '../support/browser.js';
import { endFilming } from '../support/faces/filming.js';
import { heldPicture } from '../support/faces/held-picture.js';
import { filmOf as filmedBy, lit, performing } from '../support/faces/performers.js';
import { captures, photoOf } from '../support/faces/sample-faces.js';
import { movements, perform, windUntil, type Performer } from '../support/idv/challenge-walk.js';
import { LiveCamera, sightOf } from '../support/idv/live-camera.js';
import { PORTAL, RETURN_URL, VerificationDesk, type Invited } from '../support/idv/verification-desk.js';
import { WalkThrough } from '../support/idv/walk-through.js';
import { photographOf } from '../support/specimens.js';

describe('A verification before a camera', () => {
  let camera: LiveCamera;
  let bank: Bank;
  let desk: VerificationDesk;
  /** The photo in the passports. The films of the holder are of another capture of it. */
  let portrait: Buffer;
  let holder: Performer;
  /** The holder in a light that the screen adds nothing to: as on a film that was made before. */
  let unlit: Performer;
  let somebodyElse: Performer;
  let farAway: Performer;
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
    holder = await lit(await performing(film), straight!);
    unlit = await performing(film);
    somebodyElse = await performing(await filmOf(await captures['small']!(await photoOf('5c'))));
    farAway = await performing(await Promise.all(film.map(fromAfar)));
    heldStill = await performing(movements.map(() => straight!));
    tilted = await performing(await Promise.all(TILTS.map(([yaw, pitch]) => heldPicture(straight!, yaw, pitch))));
    await endFilming();
  });
  afterAll(async () => {
    await bank.close();
    camera.remove();
  });

  /** How a photograph is held to pass for a head that moves: about its upright and its level axis. */
  const TILTS = [[0, 0], [45, 0], [-45, 0], [0, 40], [0, -30]] as const; // oxfmt-ignore

  const filmOf = (photo: Buffer): Promise<Buffer[]> => filmedBy(bank.running.app.get(FaceEngine), photo);

  /** The same in front of a wall, four times as far away. */
  async function fromAfar(picture: Buffer): Promise<Buffer> {
    const { width, height } = await sharp(picture).metadata();
    const small = await sharp(picture)
      .resize({ height: Math.round(height / 4) })
      .toBuffer();
    const background = '#9a948c';
    return sharp({ create: { width, height, channels: 3, background } })
      .composite([{ input: small }])
      .jpeg()
      .toBuffer();
  }

  /** A camera of Chromium for tests has a name that is a signal: here it bears that of a phone's. */
  const NAMED_AS_A_CAMERA = `Object.defineProperty(MediaStreamTrack.prototype, 'label', { get: () => 'Front Camera' })`;

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
    await page.addInitScript(NAMED_AS_A_CAMERA);
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
      expect.stringMatching(/Your face does not match the photo on the document closely enough.* left: 2/),
    ]);
    await perform(page, camera, farAway);
    expect(await toldOn(page)).toEqual([expect.stringMatching(/Your face was too small\. Come closer\..* left: 1/)]);
    await page.locator('[data-failed] .mark').waitFor();
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

  it('the holder without the light of the screen is told so, and passes with it', async () => {
    const { page, walk, invited, context } = await applicantWithPassport(307);
    await perform(page, camera, unlit);
    expect(await toldOn(page)).toEqual([
      expect.stringMatching(/We could not see your screen’s colours on your face\..* left: 2/),
    ]);
    await perform(page, camera, holder);
    expect(await toldOn(page)).toEqual([]);
    await walk.optIn();
    expect(await desk.resultOf(invited)).toMatchObject({ status: 'VERIFIED' });
    await context.close();
  });

  it('the page tells where the face is, and that it has seen a movement, at the size of a phone', async () => {
    const { page, complaints, context } = await applicantWithPassport(303);
    const [capture, chip] = [page.locator('[data-capture=selfie]'), page.locator('[data-hint-text]')];
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const wall = sharp({ create: { width: 900, height: 900, channels: 3, background: '#9a948c' } }).jpeg();
    const told = [
      [await sightOf(await wall.toBuffer()), 'Hold your face in the oval'],
      [farAway.look_straight, 'Come closer'],
    ] as const;
    for (const [sight, text] of told) {
      await camera.show(sight);
      await page.click('[data-do=camera]');
      await windUntil(page, chip.filter({ hasText: text }));
      await windUntil(page, page.getByRole('status').filter({ hasText: text }));
      await page.click('[data-in=camera] [data-do=back]');
    }
    await camera.show(holder.look_straight);
    await page.click('[data-do=camera]');
    await windUntil(page, page.locator('[data-hint=good] [data-hint-text]'));
    expect(await chip.innerText()).toBe('Look straight ahead');
    await windUntil(page, page.locator('[data-capture=selfie]:not([data-movement=look_straight]) [data-hint-text]'));
    const asked = (await capture.getAttribute('data-movement')) as (typeof movements)[number];
    await camera.show(holder[asked], page);
    await windUntil(page, chip.filter({ hasText: 'Good, hold it' }));
    const done = await page.locator('[data-ring]').evaluate((ring) => Number.parseFloat(ring.style.strokeDasharray));
    expect(done).toBeGreaterThan(5);
    expect(done).toBeLessThan(50);
    await page.click('[data-in=camera] [data-do=back]');
    expect(complaints).toEqual([]);
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
    await page.getByText('does not match the photo on the document closely enough').waitFor();
    await page.getByText('You have no tries left.').waitFor();
    expect(await desk.resultOf(invited)).toMatchObject({
      status: 'SELFIE_FAILED',
      reasons: [{ code: 'face_mismatch' }],
    });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
