import { photographed } from '../../dist/src/idv/engine/specimen/degradation.js';
import { drawSpecimen } from '../../dist/src/idv/engine/specimen/specimen.js';

/** Draws the specimen that standard input asks for, in a process of its own: the program reads no SVG, this one must. */
const asked = [];
for await (const chunk of process.stdin) asked.push(chunk);
const { specimen, drawing, condition } = JSON.parse(Buffer.concat(asked).toString());
const portrait = drawing.portrait && Buffer.from(drawing.portrait, 'base64');
process.stdout.write(await photographed(await drawSpecimen(specimen, { ...drawing, portrait }), condition));
