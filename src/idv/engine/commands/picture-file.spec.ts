import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jpegOf } from '../../../../test/support/pictures.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { NoFile, NoPicture, onPicture } from './picture-file.js';

let folder: string;
const file = (name: string, content: Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('Work on a picture in a file', () => {
  const missing = new Error('no weights');
  const failing = () => Promise.reject(missing);

  it('is given the bytes', async () => {
    const picture = await jpegOf();
    expect(await onPicture(file('good.jpg', picture), (bytes) => Promise.resolve(bytes))).toEqual(picture);
  });

  it('that fails on a good picture does not blame it', async () => {
    await expect(onPicture(file('good.jpg', await jpegOf()), failing)).rejects.toBe(missing);
  });

  it('that fails on a damaged picture blames it, and so does work that takes too long', async () => {
    const damaged = file('damaged.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    await expect(onPicture(damaged, failing)).rejects.toThrow(NoPicture);
    const late = () => Promise.reject(KernelErrors.unavailable());
    await expect(onPicture(file('good.jpg', await jpegOf()), late)).rejects.toThrow(/takes too long/);
  });

  it.each([
    ['BMP', Buffer.from('BM\0\0\0\0')],
    ['GIF', Buffer.from('GIF89a')],
    ['TIFF', Buffer.from('II*\0')],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic')],
    ['PDF', Buffer.from('%PDF-1.7')],
  ])('names the format of a %s file whose name says JPEG', async (format, content) => {
    const refused = onPicture(file('scan.jpg', content), failing);
    await expect(refused).rejects.toThrow(`is a ${format} file, whatever its name says, and no JPEG, PNG or WebP.`);
  });

  it('is not begun without a picture', async () => {
    await expect(onPicture(file('text.jpg', Buffer.from('<svg/>')), failing)).rejects.toThrow(NoPicture);
    await expect(onPicture(join(folder, 'nowhere.jpg'), failing)).rejects.toThrow(NoFile);
    await expect(onPicture(folder, failing)).rejects.toThrow(NoFile);
  });
});
