import { editedFile, FACE, noisyPhotograph } from '../../../../test/support/edited-file.js';
import sharp from 'sharp';
import { fileSignals } from './file-signals.js';
import { portraitErrorSignals } from './portrait-error-level.js';

const raisedBy = async (file: Buffer, face = FACE): Promise<boolean[]> => {
  const { losses } = await fileSignals(file);
  return losses ? portraitErrorSignals(losses, face).map(({ raised }) => raised) : [];
};

describe('The portrait in a file', () => {
  it('that was compressed with the rest of the page raises nothing, however often', async () => {
    const once = await noisyPhotograph();
    expect(await raisedBy(once)).toEqual([false]);
    for (const quality of [75, 90, 95]) {
      const again = await sharp(once).jpeg({ quality }).toBuffer();
      expect(await raisedBy(again)).toEqual([false]);
      expect(await raisedBy(await sharp(again).jpeg({ quality: 95 }).toBuffer())).toEqual([false]);
    }
  });

  it('that was put into a photograph is raised, where it was saved better than before', async () => {
    expect(await raisedBy(await editedFile())).toEqual([true]);
    const elsewhere = { left: 0.7, top: 0.5, width: 0.12, height: 0.25 };
    expect(await raisedBy(await editedFile(), elsewhere)).toEqual([false]);
  });

  it.each([
    [6, { left: 1 - FACE.top - FACE.height, top: FACE.left, width: FACE.height, height: FACE.width }],
    [3, { ...FACE, left: 1 - FACE.left - FACE.width, top: 1 - FACE.top - FACE.height }],
    [8, { left: FACE.top, top: 1 - FACE.left - FACE.width, width: FACE.height, height: FACE.width }],
  ])('is found where a camera has turned the file: orientation %d', async (orientation, face) => {
    const turned = await sharp(await editedFile(100))
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    expect(await raisedBy(turned, face)).toEqual([true]);
    expect(await raisedBy(turned, { ...face, left: 0.02, top: 0.02 })).not.toEqual([true]);
  });

  it('tells nothing where there is no page around it, or the file was never compressed', async () => {
    expect(await raisedBy(await editedFile(), { left: 0.1, top: 0.1, width: 0.8, height: 0.8 })).toEqual([]);
    expect(
      await raisedBy(
        await sharp(await editedFile())
          .png()
          .toBuffer(),
      ),
    ).toEqual([]);
  });
});
