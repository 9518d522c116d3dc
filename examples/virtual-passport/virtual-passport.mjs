// A phone and a passport of Utopia in one program: it takes the code of a verification page in test mode and reads a
// passport whose chip is in memory. Run it in a clone of the repository that was built (`npm run build`).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openPassportReading, PassportError } from '../../clients/typescript/dist/esm/passport.js';
import { newKey, specimenDocument, utopia, VirtualChip } from '../../dist/node_modules/@countersign/emrtd/specimens.js';

const { values: given } = parseArgs({
  options: {
    code: { type: 'string' }, // behind #code= of the link on the page
    url: { type: 'string', default: process.env.IDV_URL ?? 'https://localhost:8004' },
    // The page that was photographed. These are the values of the sandbox.
    number: { type: 'string', default: 'L898902C3' },
    birth: { type: 'string', default: '740812' },
    expiry: { type: 'string', default: `${(new Date().getUTCFullYear() + 5) % 100}1231` },
    surname: { type: 'string', default: 'ERIKSSON' },
    given: { type: 'string', default: 'ANNA<MARIA' },
    // A copy has every file of the passport, and a key of its own: nobody can read the key of a chip.
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
