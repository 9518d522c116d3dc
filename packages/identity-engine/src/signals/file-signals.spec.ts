import sharp from 'sharp';
import { pngOf, shaded, withSegment } from '../../../../test/support/pictures.js';
import { fileSignals } from './file-signals.js';

const [WIDTH, HEIGHT] = [960, 640];
const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
/** A JPEG as a camera would save it. */
const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
const patch = (): Promise<Buffer> =>
  sharp({ create: { width: 150, height: 48, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
const signalsOf = async (file: Buffer) =>
  Object.fromEntries((await fileSignals(file)).signals.map(({ kind, raised }) => [kind, raised]));

describe('A file', () => {
  it('that was compressed as a whole raises nothing, however often', async () => {
    const once = await photograph();
    const again = await sharp(once).jpeg({ quality: 95 }).toBuffer();
    for (const file of [once, again])
      expect(await signalsOf(file)).toEqual({ editing_software: false, error_level: false });
  });

  it('raises the error level where something was put into it that was saved better than before', async () => {
    const edited = sharp(await photograph()).composite([{ input: await patch(), left: 320, top: 240 }]);
    expect(await signalsOf(await edited.jpeg({ quality: 95 }).toBuffer())).toMatchObject({ error_level: true });
  });

  it('that was never compressed has no error level', async () => {
    expect(await signalsOf(await pngOf())).toEqual({ editing_software: false });
  });

  it.each([
    ['Adobe Photoshop 25.1 (Windows)', true],
    ['GIMP 2.10.34', true],
    ['HDR+ 1.0.540104767zd', false],
    ['17.5.1', false],
  ])('whose metadata name the software %s: %s', async (Software, raised) => {
    const file = await shaded().withExif({ IFD0: { Software } }).jpeg().toBuffer();
    expect(await signalsOf(file)).toMatchObject({ editing_software: raised });
  });

  it('is known by the tool that XMP names, and by nothing else in it', async () => {
    const plain = await shaded().jpeg().toBuffer();
    const xmp = (inside: string) =>
      withSegment(plain, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${inside}</x>`));
    const named = xmp('<r xmp:CreatorTool="Affinity Photo 2"/>');
    const beside = xmp('<dc:title>my photoshop course</dc:title>');
    expect(await signalsOf(named)).toMatchObject({ editing_software: true });
    expect(await signalsOf(beside)).toMatchObject({ editing_software: false });
  });

  it.each([0xffff_ffff, 0x7fff_ffff, 3])('names nothing when its metadata point to %d', async (place) => {
    const tiff = Buffer.from('Exif\0\0MM\0*', 'latin1');
    const rest = Buffer.alloc(30);
    rest.writeUInt32BE(8, 0);
    rest.writeUInt16BE(0xffff, 4);
    rest.writeUInt16BE(0x0131, 6);
    rest.writeUInt16BE(2, 8);
    rest.writeUInt32BE(0xffff_ffff, 10);
    rest.writeUInt32BE(place, 14);
    const file = withSegment(await shaded().jpeg().toBuffer(), 0xe1, Buffer.concat([tiff, rest]));
    expect(await signalsOf(file)).toMatchObject({ editing_software: false });
  });
});
