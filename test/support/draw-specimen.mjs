import { drawNumberedLicence, drawSpecimen, photographed } from '../../dist/packages/identity-engine/src/specimens.js';

/** Draws the specimen that standard input asks for, in a process of its own: the program reads no SVG, this one must. */
const asked = [];
for await (const chunk of process.stdin) asked.push(chunk);
const { specimen, numbered, drawing, condition } = JSON.parse(Buffer.concat(asked).toString());
const portrait = drawing.portrait && Buffer.from(drawing.portrait, 'base64');
const drawn = numbered
  ? drawNumberedLicence({ ...numbered, portrait })
  : drawSpecimen(specimen, { ...drawing, portrait });
process.stdout.write(await photographed(await drawn, condition));
