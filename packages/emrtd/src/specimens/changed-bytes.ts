import { Malformed } from '../encoding/malformed.js';
import { concat, isSame } from '../encoding/bytes.js';
import { command, INS, OK } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import { ciphers } from '../messaging/ciphers.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import { isActiveAnswer } from '../verify/active-authentication.js';
import { Certificate } from '../verify/certificate.js';
import { readPortrait } from '../verify/portrait.js';
import { Refused } from '../verify/refusal.js';
import { RevocationList } from '../verify/revocation-list.js';
import { readSecurityInfos } from '../verify/security-infos.js';
import { readSecurityObject } from '../verify/security-object.js';
import { TrustStore } from '../verify/trust-store.js';
import { readZone } from '../verify/zone.js';
import { writeNewPortrait, writePortrait, writeSecurityInfos, writeZone } from './data-groups.js';
import { newKey } from './keys.js';
import { pictures } from './pictures.js';
import { specimenDocument } from './specimen-document.js';
import { SpecimenState } from './specimen-state.js';

/** A fixed seed, so that a failure can be reproduced. */
let seed = 20_261_126;
const draw = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % below;
};
const NASTY = [0, 0x80, 0x84, 0xff, 0x7f, 0x30, 0x31];

/** Changes bytes at random: truncates, removes, inserts, writes an extreme value, or flips bits. */
function changed(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes);
  const at = draw(out.length);
  const before = out.subarray(0, at);
  switch (draw(5)) {
    case 0:
      return before;
    case 1:
      return concat(before, out.subarray(at + 1 + draw(8)));
    case 2:
      return concat(
        before,
        Uint8Array.from({ length: 1 + draw(6) }, () => draw(256)),
        out.subarray(at),
      );
    case 3:
      out[at] = NASTY[draw(NASTY.length)] ?? 0;
      return out;
    default:
      for (let count = 1 + draw(3); count > 0; count -= 1) {
        const place = draw(out.length);
        out[place] = (out[place] ?? 0) ^ (1 << draw(8));
      }
      return out;
  }
}

const rsa = newKey('rsa:2048');
const states = [
  new SpecimenState(),
  new SpecimenState({ signerKey: { ...rsa, isPss: true }, authorityHash: 'sha256' }),
];
const samples = states.map((state) => {
  const trust = new TrustStore([new Certificate(state.authority)]);
  const { SOD } = specimenDocument(state, { picture: pictures.jpeg, chipKey: 'brainpoolP256r1' });
  const list = state.revocations(['0a', '0b']);
  return { state, trust, SOD, list, authority: new Certificate(state.authority) };
});
type Sample = (typeof samples)[number];
const sampleOf = (round: number): Sample => samples[round % samples.length] as Sample;

const groupsIn = (SOD: Uint8Array, trust: TrustStore): string => {
  const object = readSecurityObject(SOD);
  trust.check(object.signer, Date.now());
  return JSON.stringify([...object.groups].map(([number, hash]) => [number, Buffer.from(hash).toString('hex')]));
};

/** Parses changed bytes. Returns whether a change was accepted as genuine. */
type Target = (round: number) => boolean;
const key = newKey('prime256v1');
const [zone, face, newFace, infos] = [
  writeZone(),
  writePortrait(pictures.jpeg),
  writeNewPortrait(pictures.jpeg2000),
  writeSecurityInfos({ key, active: '0.4.0.127.0.7.1.1.4.1.3' }),
];
const ignoring =
  (work: (round: number) => unknown): Target =>
  (round) => {
    work(round);
    return false;
  };

function answerOfMessaging(round: number): boolean {
  const cipher = ciphers[(['3DES', 'AES-128', 'AES-256'] as const)[round % 3] ?? '3DES'];
  const [reader, chip] = [SecureMessaging.of(cipher, key.spki), SecureMessaging.of(cipher, key.spki)];
  const data = new Uint8Array(100).fill(5);
  chip.openCommand(reader.protect(command(INS.read, 0, 0, undefined, 200)));
  const opened = reader.open(changed(chip.protectAnswer({ data, status: OK })));
  return opened.status !== OK || !isSame(opened.data, data);
}

const targets: readonly (readonly [string, Target])[] = [
  [
    'a signed object with its chain',
    (round) => {
      const { SOD, trust } = sampleOf(round);
      return groupsIn(changed(SOD), trust) !== groupsIn(SOD, trust);
    },
  ],
  [
    'a certificate',
    ignoring((round) =>
      sampleOf(round).trust.check(new Certificate(changed(sampleOf(round).state.signer)), Date.now()),
    ),
  ],
  [
    'a revocation list',
    (round) => {
      const { list, authority } = sampleOf(round);
      const read = new RevocationList(changed(list));
      return read.isSignedBy(authority) && !isSame(read.signedPart, new RevocationList(list).signedPart);
    },
  ],
  ['DG1', ignoring(() => readZone(changed(zone)))],
  ['DG2 by ISO 19794-5', ignoring(() => readPortrait(changed(face)))],
  ['DG2 by ISO 39794-5', ignoring(() => readPortrait(changed(newFace)))],
  ['DG14', ignoring(() => readSecurityInfos(changed(infos)))],
  [
    'the answer of active authentication',
    () => {
      const spki = changed(rsa.spki);
      return isActiveAnswer({ spki, algorithm: undefined }, new Uint8Array(8), changed(new Uint8Array(256).fill(7)));
    },
  ],
  ['an answer of secure messaging', answerOfMessaging],
];

/** Fuzz targets by name. Each returns its outcome, and throws every error that is not a refusal. */
export const fuzzTargets = targets.map(
  ([name, target]) =>
    [
      name,
      (round: number): 'passed' | 'refused' | 'without effect' => {
        try {
          return target(round) ? 'passed' : 'without effect';
        } catch (error) {
          if (error instanceof Refused || error instanceof Malformed || error instanceof ChipError) return 'refused';
          if (error instanceof RangeError) return 'refused';
          throw error;
        }
      },
    ] as const,
);
