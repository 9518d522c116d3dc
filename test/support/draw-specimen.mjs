import sharp from 'sharp';
import { drawNumberedLicence, drawSpecimen, photographed } from '../../dist/packages/identity-engine/src/specimens.js';

/** Draws what standard input asks for, in a process of its own: the program reads no SVG, this one must. */
const asked = [];
for await (const chunk of process.stdin) asked.push(chunk);
const { specimen, numbered, drawing, condition, svg } = JSON.parse(Buffer.concat(asked).toString());
process.stdout.write(svg ? await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer() : await photograph());

async function photograph() {
  const portrait = drawing.portrait && Buffer.from(drawing.portrait, 'base64');
  const drawn = numbered
    ? drawNumberedLicence({ ...numbered, portrait })
    : drawSpecimen(specimen, { ...drawing, portrait });
  return photographed(await drawn, condition);
}
