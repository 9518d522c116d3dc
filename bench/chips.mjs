/**
 * Measures the CPU time that the service needs to verify a passport chip, separately for each request of the phone.
 * HTTP and the database are left out. Run: `npm run bench -- chips [readings]`.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { answersOf, ChipSession, openChip, readChipFiles } from '../dist/node_modules/@countersign/emrtd/reader.js';
import { specimenDocument, SpecimenState } from '../dist/node_modules/@countersign/emrtd/specimens.js';
import {
  Certificate,
  challengeFor,
  judgeAnswers,
  TrustStore,
  verifyChipFiles,
} from '../dist/node_modules/@countersign/emrtd/verify.js';
import decode from '../dist/src/idv/chips/portrait/jpeg2000.worker.js';

const readings = Number(process.argv[2] ?? 100);
const fixture = (name) => Uint8Array.from(readFileSync(new URL(`../packages/emrtd/fixtures/${name}`, import.meta.url)));
const [jpeg, jpeg2000] = [fixture('portrait.jpg'), fixture('portrait.jp2')];

const KINDS = [
  ['brainpool 256, chip authentication by AES-128', {}, { chipKey: 'brainpoolP256r1' }],
  [
    'RSA 4096 and 3072, active authentication by RSA 2048',
    { authorityKey: 'rsa:4096', signerKey: 'rsa:3072', authorityHash: 'sha256' },
    { activeKey: 'rsa:2048' },
  ],
  [
    'P-521 and P-384, both proofs',
    { authorityKey: 'secp521r1', signerKey: 'secp384r1', hash: 'sha384' },
    { chipKey: 'secp521r1', activeKey: 'rsa:2048' },
  ],
];

for (const [name, ofState, ofDocument] of KINDS) {
  const state = new SpecimenState(ofState);
  const { chip, zone } = specimenDocument(state, { picture: jpeg, ...ofDocument });
  const trust = new TrustStore([new Certificate(state.authority)]);
  const spent = { files: 0, answers: 0 };
  for (let at = 0; at < readings; at += 1) {
    chip.reset();
    const session = new ChipSession(chip);
    await openChip(session, { zone });
    const files = await readChipFiles(session);
    const [challenged, filesMs] = measured(() => {
      const { keys } = verifyChipFiles(files, trust, { now: Date.now() });
      return challengeFor(keys, Uint8Array.from(randomBytes(8)));
    });
    const answers = await answersOf(session, challenged.challenge);
    // When the answers arrive, the service verifies the files again, because the trusted states may have changed.
    const [, answersMs] = measured(() => {
      const { keys } = verifyChipFiles(files, trust, { now: Date.now() });
      return judgeAnswers(keys, challenged.secrets, answers);
    });
    spent.files += filesMs;
    spent.answers += answersMs;
  }
  const each = (ms) => `${(ms / readings).toFixed(1)} ms`;
  console.log(`${name}: files ${each(spent.files)}, answers ${each(spent.answers)}`);
}

await decode(jpeg2000);
const before = process.cpuUsage();
for (let at = 0; at < readings; at += 1) await decode(jpeg2000);
console.log(`a face in JPEG 2000: ${(cpuSince(before) / readings).toFixed(1)} ms`);

function measured(work) {
  const start = process.cpuUsage();
  const result = work();
  return [result, cpuSince(start)];
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
