import { generateKeyPairSync, privateEncrypt, constants, createHash } from 'node:crypto';
import { ascii, bytesOf, concat, fromHex, isSame } from './encoding/bytes.js';
import { childrenOf, elementAt, integerOf, octetsOf, oidOf, tagged, timeOf, whole } from './encoding/der.js';
import { bits, integer, NULL, oid, sequence, setOf, tlv } from './encoding/der-writer.js';
import { Malformed } from './encoding/malformed.js';
import { answerOf, command, decoded, encoded, INS } from './messaging/apdu.js';
import { ChipError } from './messaging/chip-error.js';
import { ciphers, padded, unpadded } from './messaging/ciphers.js';
import { SecureMessaging } from './messaging/secure-messaging.js';
import { basicAccess } from './reader/basic-access.js';
import { ChipSession } from './reader/chip-session.js';
import { curves, pointIn, scalarOf } from './reader/curves.js';
import { readFile } from './reader/files.js';
import { pace, paceWaysIn } from './reader/pace.js';
import { extension, nameOf } from './specimens/certificates.js';
import { writePortrait, writeZone, zoneLines } from './specimens/data-groups.js';
import { newKey, type SpecimenKey } from './specimens/keys.js';
import { pictures } from './specimens/pictures.js';
import { SpecimenState } from './specimens/specimen-state.js';
import { isActiveAnswer } from './verify/active-authentication.js';
import { hashIn, isSigned, publicKeyIn, signatureAlgorithmIn } from './verify/algorithms.js';
import { Certificate } from './verify/certificate.js';
import { nameParts } from './verify/names.js';
import { readPortrait, sizeOfJpeg2000 } from './verify/portrait.js';
import { Refused } from './verify/refusal.js';
import { RevocationList } from './verify/revocation-list.js';
import { readTrustFile } from './verify/trust-file.js';
import { readZone } from './verify/zone.js';

const nulls = (count: number) => Array.from({ length: count }, () => NULL);
/** Parses hexadecimal bytes, in which spaces are ignored. */
const at = (hex: string) => elementAt(fromHex(hex));

describe('An element of DER', () => {
  it.each<readonly [string, () => unknown]>([
    ['without a length', () => at('30')],
    ['with an open length, and primitive', () => at('04 80 00 00')],
    ['with a tag of four bytes', () => at('1f 81 81 81 01 00')],
    ['with a length of five bytes', () => at('30 85 00 00 00 00 00')],
    ['with an open length and 2,001 parts', () => elementAt(concat([0x30, 0x80], ...nulls(2_001), [0, 0]))],
    ['that is longer than what it is in', () => childrenOf(at('30 03 04 05 01'))],
    ['of another tag', () => tagged(at('02 01 01'), 4)],
    ['with 2,001 parts', () => childrenOf(elementAt(sequence(...nulls(2_001))))],
    ['with parts, where there is none', () => childrenOf(undefined)],
    ['as an identifier that is a number', () => oidOf(at('02 01 01'))],
    ['as an identifier of no bytes', () => oidOf(at('06 00'))],
    ['as an identifier of 41 bytes', () => oidOf(elementAt(tlv(6, new Uint8Array(41).fill(1))))],
    ['as an identifier that is cut short', () => oidOf(at('06 02 2a 81'))],
    ['as an identifier with a part of 63 bits', () => oidOf(at('06 0a ff ff ff ff ff ff ff ff ff 01'))],
    ['as a number of seven bytes', () => integerOf(at('02 07 01 00 00 00 00 00 00'))],
    ['as a number below zero', () => integerOf(at('02 01 ff'))],
    ['as a number of no bytes', () => integerOf(at('02 00'))],
    ['as a number above the most', () => integerOf(elementAt(integer(9)), 8)],
    ['as a time of letters', () => timeOf(elementAt(tlv(0x17, ascii('26112812000Z'))))],
    ['as a time that is a text', () => timeOf(elementAt(tlv(0x13, ascii('261128120000Z'))))],
  ])('is refused %s', (_, work) => {
    expect(work).toThrow(Malformed);
  });

  it('is read with 1,999 parts, and as octets in parts', () => {
    expect(childrenOf(elementAt(concat([0x30, 0x80], ...nulls(1_999), [0, 0])))).toHaveLength(1_999);
    expect(octetsOf(at('24 80 04 01 07 04 01 08 00 00'))).toEqual(Uint8Array.of(7, 8));
  });

  it('does not end at a zero that is in one of its parts', () => {
    expect(childrenOf(at('30 80  05 00  00 01 07  00 00')).map(({ tag }) => tag)).toEqual([5, 0]);
  });
});

it('Bytes are the same only in their length too', () => {
  expect(isSame(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  expect(isSame(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
  expect(isSame(Uint8Array.of(1, 0), Uint8Array.of(1, 0))).toBe(true);
});

describe('A message of the chip', () => {
  const cipher = ciphers['AES-128'];
  const keys = [new Uint8Array(16).fill(1), new Uint8Array(16).fill(2)] as const;
  const messaging = () => new SecureMessaging(cipher, ...keys);
  const select = command(INS.select, 2, 0x0c, Uint8Array.of(1, 1));
  /** A message with a correct checksum, as a chip that knows the session keys could send it. */
  const sealed = (objects: Uint8Array, after: Uint8Array = new Uint8Array()): Uint8Array => {
    const counter = bytesOf(1, 16);
    const mac = cipher.mac(keys[1], padded(concat(counter, objects), 16));
    return concat(objects, tlv(0x8e, mac), after, [0x90, 0]);
  };
  const secret = (bytes: Uint8Array): Uint8Array => tlv(0x87, [1], bytes);
  const STATUS = tlv(0x99, [0x90, 0]);

  it.each<readonly [string, () => unknown]>([
    ['of one byte', () => answerOf(Uint8Array.of(0x90))],
    ['as a command with fewer data than it says', () => decoded(fromHex('00a40000 05 0102'))],
    ['as a command with an end of two bytes', () => decoded(fromHex('00a40000 01 01 0203'))],
    ['without padding', () => unpadded(fromHex('010203'))],
    ['with an empty secret', () => messaging().open(sealed(concat(secret(new Uint8Array()), STATUS)))],
    ['with a secret that fills no block', () => messaging().open(sealed(concat(secret(new Uint8Array(17)), STATUS)))],
    ['without a checksum', () => messaging().open(concat(STATUS, [0x90, 0]))],
    ['with an object twice', () => messaging().open(sealed(concat(STATUS, STATUS)))],
    ['with an object behind the checksum', () => messaging().open(sealed(new Uint8Array(), STATUS))],
    ['with another checksum', () => messaging().open(concat(STATUS, tlv(0x8e, new Uint8Array(8)), [0x90, 0]))],
    ['as a command of nothing', () => messaging().openCommand(fromHex('0ca4020c'))],
    ['as a command without protection', () => messaging().openCommand(fromHex('00a4020c 02 0101'))],
    [
      'as a command whose class denies its protection',
      () => {
        const sent = Uint8Array.from(messaging().protect(select));
        sent[0] = 0;
        return messaging().openCommand(sent);
      },
    ],
    [
      'as a command that is altered',
      () => {
        const sent = Uint8Array.from(messaging().protect(select));
        sent[7]! ^= 1;
        return messaging().openCommand(sent);
      },
    ],
  ])('is refused %s', (_, work) => {
    let caught: unknown;
    try {
      work();
    } catch (error) {
      caught = error;
    }
    expect(caught instanceof Malformed || caught instanceof ChipError).toBe(true);
  });

  it('is read in every other case, and as a long command', () => {
    for (const [data, le] of [
      [new Uint8Array(300), 8],
      [new Uint8Array(8), 300],
    ] as const)
      expect(decoded(encoded(command(INS.read, 0, 0, data, le)))).toMatchObject({ data, le });
    expect(messaging().open(sealed(STATUS))).toEqual({ status: 0x9000, data: new Uint8Array() });
    expect(messaging().openCommand(messaging().protect(select))).toEqual({ ...select, cla: 0 });
  });
});

describe('The reader', () => {
  const p256 = curves.get(12)!;
  const answering = (...answers: readonly string[]) => {
    const rest = [...answers];
    return new ChipSession({ transceive: () => Promise.resolve(fromHex(rest.shift() ?? '6f00')) });
  };
  const zone = { number: 'L898902C3', birth: '740812', expiry: '320415' };
  const [way] = paceWaysIn(fromHex('31143012060A04007F0007020204020202010202010D'));
  const file = (head: string, ...parts: readonly string[]) =>
    readFile(answering('9000', `${head}9000`, ...parts), 'DG1');
  const opening = (answer: string) => pace(answering('9000', answer), way!, { kind: 2, bytes: ascii('123456') });

  it.each<readonly [string, string, () => unknown]>([
    [
      'a challenge of nine bytes',
      'challenge of another length',
      () => basicAccess(answering('0102030405060708099000'), zone),
    ],
    [
      'a wrong checksum',
      'wrong checksum of access',
      () => basicAccess(answering('01020304050607089000', `${'00'.repeat(40)}9000`), zone),
    ],
    ['a file without a length', 'length of a file', () => file('75')],
    ['a file with an open length', 'length of a file', () => file('7580000000000000')],
    ['a file with a length of five bytes', 'length of a file', () => file('7585000000000000')],
    ['more of a file than it asked for', 'wrong length of an answer', () => file('6108000000000000', '0000009000')],
    ['a nonce of PACE of eight bytes', 'nonce', () => opening('7c0a800801020304050607089000')],
    ['an answer of PACE to another question', 'answer of PACE', () => opening('7c028200 9000')],
  ])('refuses %s', async (_, message, work) => {
    await expect(Promise.resolve().then(work)).rejects.toThrow(message);
  });

  it('refuses a chip that sends the points and the proof of PACE back', async () => {
    const echo = (apdu: Uint8Array) => tlv(0x7c, tlv(apdu[7]! + 1, apdu.slice(9, 9 + apdu[8]!)));
    const answer = (apdu: Uint8Array) => (apdu[4] === 2 ? fromHex(`7c128010${'00'.repeat(15)}01`) : echo(apdu));
    const transceive = (apdu: Uint8Array) =>
      Promise.resolve(concat(apdu[1] === INS.manage ? [] : answer(apdu), [0x90, 0]));
    const opened = pace(new ChipSession({ transceive }), way!, { kind: 2, bytes: ascii('123456') });
    await expect(opened).rejects.toThrow('our own point came back');
  });

  it.each<readonly [string, () => unknown]>([
    ['a point in its short form', () => pointIn(p256, p256.getPublicKey(bytesOf(7, 32), true))],
    ['a point beside its curve', () => pointIn(p256, concat([4], bytesOf(1, 32), bytesOf(1, 32)))],
    ['a scalar of zero', () => scalarOf(p256, fromHex(p256.Point.Fn.ORDER.toString(16)))],
  ])('refuses %s', (_, work) => {
    expect(work).toThrow(Malformed);
  });

  it('refuses ways of PACE of another version or family, and without a cipher or a curve that it knows', () => {
    const info = (id: string, ...rest: readonly number[]) => sequence(oid(id), ...rest.map(integer));
    const GENERIC = '0.4.0.127.0.7.2.2.4.2.2';
    const foreign = sequence(oid('0.4.0.127.0.7.2.2.4.2'), sequence(NULL), integer(13));
    const unknown = [info(GENERIC, 2, 99), info('0.4.0.127.0.7.2.2.4.2.9', 2, 13), foreign];
    const others = [info(GENERIC, 1, 13), info('0.4.0.127.0.7.2.2.3.2.2', 2, 13), info(GENERIC, 2), ...unknown];
    expect(paceWaysIn(setOf(...others))).toEqual([]);
    expect(paceWaysIn(setOf(...others, info(GENERIC, 2, 13))).map(({ parameter }) => parameter)).toEqual([13]);
  });
});

describe('The answer of a chip to a nonce', () => {
  const key = newKey('rsa:1024');
  const nonce = bytesOf(7, 8);
  const own = new Uint8Array(128 - 1 - 32 - 2).fill(9);
  const digest = (part: Uint8Array) => createHash('sha256').update(part).update(nonce).digest();
  const END = [0x34, 0xcc];
  const signed = ({ privateKey }: SpecimenKey, ...parts: readonly (Uint8Array | readonly number[])[]) =>
    Uint8Array.from(privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, concat(...parts)));
  const withDigest = (message: Uint8Array) => signed(key, message, digest(message), END);
  const isGood = (answer: Uint8Array) => isActiveAnswer({ spki: key.spki, algorithm: undefined }, nonce, answer);
  const filled = (ownPart: Uint8Array) => new Uint8Array(128 - 2 - 32 - 2 - ownPart.length).fill(0xbb);
  const short = (length: number, filler = filled(own.subarray(0, length))) => {
    const part = own.subarray(0, length);
    return signed(key, [0x6b], filler, [0xba], part, digest(part), END);
  };

  it.each<readonly [string, () => Uint8Array]>([
    ['with another head', () => signed(key, [0x2a], own, digest(own), END)],
    ['with another end', () => signed(key, [0x6a], own, digest(own), [0x34, 0xcd])],
    ['with an end for a hash that nobody knows', () => signed(key, [0x6a], own, digest(own), [0x31, 0xcc])],
    ['without an end of its padding', () => withDigest(concat([0x6b], new Uint8Array(own.length).fill(0xbb)))],
    [
      'with another end of its padding',
      () =>
        signed(key, [0x6b], filled(own.subarray(0, 16)), [0xca], own.subarray(0, 16), digest(own.subarray(0, 16)), END),
    ],
    ['with padding of other bytes', () => short(16, filled(own.subarray(0, 16)).fill(0xcb))],
    ['with seven bytes of its own, so that it signs what it is sent', () => short(7)],
    ['with another hash', () => signed(key, [0x6a], own, digest(own).reverse(), END)],
    ['of another length', () => concat([0], signed(key, [0x6a], own, digest(own), END))],
    ['that is no signature', () => new Uint8Array(128).fill(0xff)],
  ])('is refused %s', (_, answer) => {
    expect(isGood(answer())).toBe(false);
  });

  it('is accepted in every other case', () => {
    expect(isGood(signed(key, [0x6a], own, digest(own), END))).toBe(true);
    expect(isGood(short(8))).toBe(true);
  });
});

const publicKey = (modulus: Uint8Array, exponent: Uint8Array): Uint8Array =>
  sequence(sequence(oid('1.2.840.113549.1.1.1'), NULL), bits(sequence(integer(modulus), integer(exponent))));
const modulusOf = (size: number): Uint8Array => new Uint8Array(size / 8).fill(0xff);
const edwards = () => Uint8Array.from(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }));

const pointAtInfinity = () => sequence(childrenOf(whole(newKey('prime256v1').spki))[0]!.raw, bits([0]));

describe('A key', () => {
  it.each<readonly [string, () => Uint8Array]>([
    ['of RSA with 8,200 bits', () => publicKey(modulusOf(8_200), bytesOf(65_537, 3))],
    ['of RSA with 1,016 bits', () => publicKey(modulusOf(1_016), bytesOf(65_537, 3))],
    ['of RSA with the exponent 1', () => publicKey(modulusOf(2_048), bytesOf(1, 1))],
    ['of RSA with an exponent of nine bytes', () => publicKey(modulusOf(2_048), new Uint8Array(9).fill(0xff))],
    ['on a curve that passports do not have', () => newKey('secp256k1').spki],
    ['of another kind', edwards],
    ['that is the point at infinity', pointAtInfinity],
    ['that is not readable', () => sequence(NULL)],
  ])('is not allowed %s', (_, spki) => {
    expect(() => publicKeyIn(spki())).toThrow('key_not_allowed');
  });

  it('is allowed in every other case', () => {
    expect(publicKeyIn(publicKey(modulusOf(1_024), bytesOf(65_537, 3))).asymmetricKeyType).toBe('rsa');
  });

  it('is not allowed to sign where nothing names a hash', () => {
    const key = publicKeyIn(newKey('rsa:1024').spki);
    const sign = () => isSigned({ kind: 'rsa', hash: undefined }, key, new Uint8Array(), new Uint8Array());
    expect(sign).toThrow('no hash');
  });
});

describe('An algorithm', () => {
  const pss = (tag: number, value: number) =>
    signatureAlgorithmIn(elementAt(sequence(oid('1.2.840.113549.1.1.10'), sequence(tlv(tag, integer(value))))));

  it.each<readonly [string, () => unknown]>([
    ['that nobody knows', () => signatureAlgorithmIn(elementAt(sequence(oid('1.2.3.4'))))],
    ['by a hash that nobody knows', () => hashIn(elementAt(sequence(oid('1.2.3.4'))))],
    ['by PSS with a fifth parameter', () => pss(0xa4, 1)],
  ])('is not allowed %s', (_, work) => {
    expect(work).toThrow('algorithm_not_allowed');
  });

  it('is not allowed by PSS with a salt of 129 bytes', () => {
    expect(() => pss(0xa2, 129)).toThrow(Malformed);
    expect(pss(0xa2, 128)).toEqual({ kind: 'pss', hash: 'sha1', salt: 128 });
  });

  it('is not allowed where the key itself allows another hash', () => {
    const only = { modulusLength: 1_024, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256' };
    const { publicKey: key } = generateKeyPairSync('rsa-pss', only);
    expect(isSigned({ kind: 'pss', hash: 'sha1', salt: 20 }, key, new Uint8Array(9), new Uint8Array(128))).toBe(false);
  });
});

describe('A file of an operator', () => {
  const state = new SpecimenState();

  it.each<readonly [string, () => unknown]>([
    ['of plain text', () => readTrustFile(ascii('-----BEGIN'))],
    ['as a name with an attribute of no value', () => nameParts(whole(sequence(setOf(sequence(oid('2.5.4.6'))))))],
    ['as revocations of version 3', () => new RevocationList(versionOf(state.revocations([]), 2))],
  ])('is refused %s', (_, work) => {
    expect(work).toThrow(Malformed);
  });

  it('is refused as revocations of an authority that may not revoke', () => {
    const limited = new SpecimenState({ authority: { usage: 0x04 } });
    const list = new RevocationList(limited.revocations([]));
    expect(list.isSignedBy(new Certificate(limited.authority))).toBe(false);
    expect(new RevocationList(state.revocations([])).isSignedBy(new Certificate(state.authority))).toBe(true);
  });

  it('is not refused for a critical extension that is known, nor for one that is not critical', () => {
    const denied = tlv(0x01, [0]);
    const extra = [
      extension('1.2.3.4', NULL, false),
      sequence(oid('1.2.3.5'), denied, tlv(0x04, NULL)),
      extension('2.5.29.19', sequence(denied)),
    ];
    const signer = new Certificate(state.certify(state.signerKey, { extra }));
    expect([signer.unknownCritical, signer.isAuthority]).toEqual([[], false]);
    const withLength = state.certify(state.signerKey, { extra: [extension('2.5.29.19', sequence(integer(9)))] });
    expect(new Certificate(withLength).isAuthority).toBe(false);
    expect(new Certificate(state.authority).unknownCritical).toEqual([]);
    expect(new Certificate(state.certify(state.signerKey, { subject: nameOf('UT', 'DS') })).unknownCritical).toEqual(
      [],
    );
  });

  function versionOf(list: Uint8Array, version: number): Uint8Array {
    const [body, ...rest] = childrenOf(whole(list));
    const [, ...parts] = childrenOf(body);
    return sequence(sequence(integer(version), ...parts.map(({ raw }) => raw)), ...rest.map(({ raw }) => raw));
  }
});

describe('The zone and the face of a chip', () => {
  const face = writePortrait(pictures.jpeg);
  const record = Buffer.from(face).indexOf('FAC\u0000');
  const inRecord = (place: number, value: number, length: number): Uint8Array => {
    const out = Uint8Array.from(face);
    out.set(bytesOf(value, length), record + place);
    return out;
  };
  const jpegOf = (width: number, height: number, head = 'ffd8 ffc0 0011 08') =>
    writePortrait(concat(fromHex(head), bytesOf(height, 2), bytesOf(width, 2), [3], new Uint8Array(70)));
  const codeStream = Buffer.from(pictures.jpeg2000).indexOf(Uint8Array.of(0xff, 0x4f, 0xff, 0x51));
  const jpeg2000 = (place: number, value: number, length: number): Uint8Array => {
    const out = Uint8Array.from(pictures.jpeg2000);
    out.set(bytesOf(value, length), codeStream + place);
    return out;
  };
  const group = (...parts: readonly Uint8Array[]) => tlv(0x75, tlv(0x7f61, ...parts));
  const instance = tlv(0x7f60, tlv(0xa1), tlv(0x5f2e, ascii('FAC\u0000010\u0000')));
  const newInstance = tlv(0x7f60, tlv(0xa1), tlv(0x7f2e, tlv(0xa1, sequence())));

  it.each<readonly [string, string, () => unknown]>([
    ['in a group of another tag', 'DG2', () => readPortrait(tlv(0x75, tlv(0x7f62, integer(1))))],
    ['with a count of two and one instance', 'more_than_one_face', () => readPortrait(group(integer(2), instance))],
    ['with a count of one and none', 'more_than_one_face', () => readPortrait(group(integer(1)))],
    ['with a record of eight bytes', 'header of the face', () => readPortrait(group(integer(1), instance))],
    ['by ISO 39794-5 without a picture', 'face of ISO 39794-5', () => readPortrait(group(integer(1), newInstance))],
    ['with a record longer than it is', 'length of the face', () => readPortrait(inRecord(8, 0x00ffffff, 4))],
    ['with 101 points', 'length of the face', () => readPortrait(inRecord(18, 101, 2))],
    [
      'with points where the picture should be',
      'length of the face',
      () => readPortrait(writePortrait(new Uint8Array())),
    ],
    ['with a picture of 99 × 200', 'picture_size', () => readPortrait(jpegOf(99, 200))],
    ['with a picture of 4,001 × 100', 'picture_size', () => readPortrait(jpegOf(4_001, 100))],
    ['with a picture of 3,000 × 2,001', 'picture_size', () => readPortrait(jpegOf(3_000, 2_001))],
    ['with a JPEG that has no size before its data', 'JPEG', () => readPortrait(jpegOf(200, 200, 'ffd8 ffda 0011 08'))],
    [
      'with a JPEG of other bytes between its parts',
      'JPEG',
      () => readPortrait(jpegOf(200, 200, 'ffd8 ffe0 0002 00c0 0011 08')),
    ],
    [
      'with a JPEG 2000 whose size comes late',
      'JPEG 2000',
      () => sizeOfJpeg2000(concat(new Uint8Array(4_096), jpeg2000(0, 0xff, 1))),
    ],
    [
      'with a JPEG 2000 that is cut short',
      'JPEG 2000',
      () => sizeOfJpeg2000(Uint8Array.from(pictures.jpeg2000).slice(0, codeStream + 41)),
    ],
    ['with a JPEG 2000 of no colours', 'JPEG 2000', () => sizeOfJpeg2000(jpeg2000(40, 0, 2))],
    ['with a JPEG 2000 of five colours', 'JPEG 2000', () => sizeOfJpeg2000(jpeg2000(40, 5, 2))],
    ['with a check digit that is left out', 'check_digit', () => readZone(writeZone(withoutDigit(57 + 6)))],
    ['with another number', 'check_digit', () => readZone(writeZone(zoneLines().replace('L898902C3', 'L898902C4')))],
  ])('are refused %s', (_, message, work) => {
    let caught: unknown;
    try {
      work();
    } catch (error) {
      caught = error;
    }
    expect(caught instanceof Refused || caught instanceof Malformed).toBe(true);
    expect(String(caught)).toContain(message);
  });

  const withoutDigit = (place: number): string => {
    const lines = zoneLines();
    return `${lines.slice(0, place)}<${lines.slice(place + 1)}`;
  };

  it('are not refused for tables before the size of a JPEG, nor for bytes between its parts', () => {
    const tables = jpegOf(200, 300, 'ffd8 ffc4 0004 0000 ffff c0 0011 08');
    expect(readPortrait(tables)).toMatchObject({ width: 200, height: 300 });
  });
});
