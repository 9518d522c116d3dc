import { jest } from '@jest/globals';

const toBuffer = jest.fn<() => Promise<Buffer>>();
jest.unstable_mockModule('sharp', () => ({ default: () => ({ png: () => ({ toBuffer }) }) }));
const { brandIcon } = await import('./brand-icon.js');

it('An icon that could not be drawn is drawn again for the next request, and then cached', async () => {
  toBuffer.mockRejectedValueOnce(new Error('out of memory')).mockResolvedValue(Buffer.from('drawn'));
  await expect(brandIcon('badge-96', '#0b5fff')).rejects.toThrow('out of memory');
  expect(String(await brandIcon('badge-96', '#0b5fff'))).toBe('drawn');
  await brandIcon('badge-96', '#0b5fff');
  expect(toBuffer).toHaveBeenCalledTimes(2);
});
