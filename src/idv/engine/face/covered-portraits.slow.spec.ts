import sharp from 'sharp';
import { CoveredPortraits } from './covered-portraits.service.js';
import { Portraits } from './portraits.service.js';
import { captures, pageWith, photoOf, type SampleFace } from '../../../../test/support/faces/sample-faces.js';
import { running } from '../../../../test/support/idv/running.js';

const patient = new AbortController().signal;

/** A small, grey and pale portrait, as many documents print it over the pattern of the page. */
const smallOne = async (face: SampleFace, side = 180): Promise<Buffer> =>
  sharp(await photoOf(face))
    .resize(side)
    .greyscale()
    .linear(0.7, 70)
    .blur(0.8)
    .png()
    .toBuffer();

const withSmallPortrait = async (page: Buffer, face: SampleFace): Promise<Buffer> =>
  sharp(page)
    .composite([{ input: await smallOne(face), left: 1_250, top: 700 }])
    .jpeg({ quality: 90 })
    .toBuffer();

/** A page with another face pasted over the portrait and its margin. */
const covered = async (page: Buffer, by: SampleFace): Promise<Buffer> =>
  sharp(page)
    .composite([
      {
        input: await sharp(await photoOf(by))
          .resize(420)
          .toBuffer(),
        left: 75,
        top: 215,
      },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();

/** A page before a camera: slightly turned, and equally sharp everywhere. */
const beforeACamera = (page: Buffer): Promise<Buffer> =>
  sharp(page).rotate(1.5, { background: '#54504a' }).blur(0.6).jpeg({ quality: 88 }).toBuffer();

describe('The portrait of a document', () => {
  const raisedBy = async (front: Buffer, back?: Buffer): Promise<string[]> => {
    const { app } = running();
    const portrait = await app.get(Portraits).of(front, patient);
    const signals = await app.get(CoveredPortraits).signalsOf(portrait!, back, patient);
    expect(signals.every(({ side }) => side === 'front')).toBe(true);
    return signals.flatMap(({ kind, raised }) => (raised ? [kind] : [])).sort();
  };

  it('raises nothing on honest pages, with a second portrait and without one', async () => {
    for (const face of ['6c', '3c'] as const) {
      const page = await pageWith(await photoOf(face));
      const both = await withSmallPortrait(page, face);
      for (const honest of [page, both, await beforeACamera(both)]) expect(await raisedBy(honest)).toEqual([]);
    }
  });

  it('that another face covers differs from the small portrait', async () => {
    const page = await withSmallPortrait(await pageWith(await photoOf('3c')), '3c');
    expect(await raisedBy(await covered(page, '6c'))).toEqual(['second_portrait']);
  });

  it('that is covered before the camera differs from the small portrait', async () => {
    const page = await withSmallPortrait(await pageWith(await photoOf('3c')), '3c');
    expect(await raisedBy(await beforeACamera(await covered(page, '6c')))).toEqual(['second_portrait']);
  });

  it('that a program covers has edges that are sharper than the page, also where there is no second one', async () => {
    expect(await raisedBy(await covered(await pageWith(await photoOf('6c')), '3c'))).toEqual(['portrait_edges']);
  });

  it('is compared with the small one on the back of a card, too', async () => {
    const front = await pageWith(await photoOf('6c'));
    const empty = sharp({ create: { width: 1_600, height: 1_100, channels: 3, background: '#e9edf0' } });
    const blank = await empty.jpeg().toBuffer();
    expect(await raisedBy(front, blank)).toEqual([]);
    expect(await raisedBy(front, await withSmallPortrait(blank, '6c'))).toEqual([]);
    expect(await raisedBy(front, await withSmallPortrait(blank, '3c'))).toEqual(['second_portrait']);
  });

  it('is not held against a face that looks aside, as the print of a page may show', async () => {
    const page = await pageWith(await photoOf('3c'));
    const aside = sharp(await captures['turned']!(await photoOf('1a'))).resize(60);
    const printed = await sharp(page).composite([{ input: await aside.toBuffer(), left: 1_250, top: 700 }]).jpeg().toBuffer(); // oxfmt-ignore
    expect(await raisedBy(printed)).toEqual([]);
  });
});
