import { readFileSync } from 'node:fs';
import decode from './jpeg2000.worker.js';

const picture = Uint8Array.from(
  readFileSync(new URL('../../../../packages/emrtd/fixtures/portrait.jp2', import.meta.url)),
);
const codeStream = Buffer.from(picture).indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
/** The picture with another size in its code stream. The box around the code stream keeps the real size. */
const sized = (side: number): Uint8Array => {
  const changed = Uint8Array.from(picture);
  const view = new DataView(changed.buffer, codeStream);
  for (const place of [8, 12, 24, 28]) view.setUint32(place, side);
  return changed;
};

describe('A face in JPEG 2000', () => {
  it('is decoded to its pixels', async () => {
    const decoded = await decode(picture);
    expect(decoded?.pixels).toHaveLength(decoded!.width * decoded!.height * decoded!.channels);
    expect(new Set(decoded?.pixels).size).toBeGreaterThan(50);
  });

  it('is no picture when it is cut short, or larger than its data', async () => {
    await expect(decode(picture.subarray(0, picture.length / 2))).resolves.toBeUndefined();
    await expect(decode(sized(1_000))).resolves.toBeUndefined();
  });
});
