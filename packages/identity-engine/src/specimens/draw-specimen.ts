import { text } from 'node:stream/consumers';
import { drawSpecimen } from './specimen.js';
import type { SpecimenOrder } from './specimen-order.js';

const { data, side, portrait } = JSON.parse(await text(process.stdin)) as SpecimenOrder;
process.stdout.write(await drawSpecimen(data, { side, portrait: Buffer.from(portrait, 'base64') }));
