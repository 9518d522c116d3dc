import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawSpecimen } from './specimen.js';
import type { DrawingOrder, SpecimenOrder } from './specimen-order.js';

const order = JSON.parse(await text(process.stdin)) as DrawingOrder | SpecimenOrder;
process.stdout.write(await ('drawing' in order ? pictureOf(order) : specimenOf(order)));

function pictureOf({ drawing }: DrawingOrder): Promise<Buffer> {
  return sharp(Buffer.from(drawing, 'base64')).png().toBuffer();
}

function specimenOf({ data, side, portrait }: SpecimenOrder): Promise<Buffer> {
  return drawSpecimen(data, { side, portrait: Buffer.from(portrait, 'base64') });
}
