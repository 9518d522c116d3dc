// Simulates a phone and a passport of the fictitious state Utopia, for a verification page in test mode.
// Run it in a clone of the repository that was built (`npm run build`).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openPassportReading, PassportError } from '../../clients/typescript/dist/esm/passport.js';
import { newKey, specimenDocument, utopia, VirtualChip } from '../../dist/node_modules/@countersign/emrtd/specimens.js';

const { values: given } = parseArgs({
  options: {
    code: { type: 'string' }, // the part behind #code= in the link that the verification page shows
    url: { type: 'string', default: process.env.IDV_URL ?? 'https://localhost:8004' },
    // The data on the passport's photographed page. The default values are those that the service reads in test mode.
    number: { type: 'string', default: 'L898902C3' },
    birth: { type: 'string', default: '740812' },
    expiry: { type: 'string', default: `${(new Date().getUTCFullYear() + 5) % 100}1231` },
    surname: { type: 'string', default: 'ERIKSSON' },
    given: { type: 'string', default: 'ANNA<MARIA' },
    // Simulates a copied chip. It has all files of the passport but another key, because no chip reveals its key.
    copy: { type: 'boolean', default: false },
  },
});
if (given.code === undefined) throw new Error('Give the code of the page: --code …');

const { number, birth, expiry, surname } = given;
const zone = { number, birth, expiry, surname, given: given.given };
const picture = Uint8Array.from(readFileSync(new URL('../../packages/emrtd/fixtures/portrait.jpg', import.meta.url)));
const { chip } = specimenDocument(utopia(), { zone, picture, chipKey: 'brainpoolP256r1' });
const passport = given.copy ? new VirtualChip({ ...chip.options, key: newKey('brainpoolP256r1') }) : chip;

try {
  const reading = await openPassportReading(given.code, { url: given.url });
  console.log(
    `${reading.enterprise}: the page must show ${reading.number}. Passport ending in ${reading.documentEnd}.`,
  );
  await reading.read(passport, { onProgress: ({ step, percent }) => console.log(`${step} ${percent} %`) });
  console.log('Read. Go back to the page.');
} catch (error) {
  console.error(error instanceof PassportError ? `${error.message}. ${error.advice}` : error.message);
  process.exitCode = 1;
}
