import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { ascii, bytesOf, concat } from './encoding/bytes.js';
import { childrenOf, elementAt, whole, type Element } from './encoding/der.js';
import { bits, integer, NULL, octets, oid, sequence, setOf, tlv } from './encoding/der-writer.js';
import { checkDigit } from './encoding/check-digit.js';
import { Malformed } from './encoding/malformed.js';
import { ChipError } from './messaging/chip-error.js';
import { openChip } from './reader/chip-access.js';
import { answersOf } from './reader/chip-answers.js';
import { readChipFiles, type ChipFiles } from './reader/chip-reading.js';
import { ChipSession } from './reader/chip-session.js';
import { readFile } from './reader/files.js';
import type { AccessKey } from './reader/zone-key.js';
import { nameOf, extension, type CertificateOptions } from './specimens/certificates.js';
import { writeNewPortrait, writePortrait, writeSecurityInfos, writeZone, zoneLines } from './specimens/data-groups.js';
import { digestOf, newKey, type SpecimenKey } from './specimens/keys.js';
import { pictures } from './specimens/pictures.js';
import { contentTypeAttribute, digestAttribute, writeSignedData } from './specimens/signed-data.js';
import {
  SPECIMEN_ZONE,
  specimenDocument,
  type DocumentOptions,
  type SpecimenDocument,
} from './specimens/specimen-document.js';
import { SpecimenState, type StateOptions } from './specimens/specimen-state.js';
import { readThrough, type Tampering } from './specimens/whole-reading.js';
import { Certificate } from './verify/certificate.js';
import { challengeFor, judgeAnswers, verifyChipFiles } from './verify/document-proof.js';
import { readMasterList } from './verify/master-list.js';
import { Refused } from './verify/refusal.js';
import { RevocationList } from './verify/revocation-list.js';
import { TrustStore } from './verify/trust-store.js';

const DAY = 86_400_000;
const state = new SpecimenState();
const thief = new SpecimenState();
const authority = new Certificate(state.authority);
const trustIn = (of: SpecimenState = state): TrustStore => new TrustStore([new Certificate(of.authority)]);

const proven = { chipKey: 'brainpoolP256r1' };
const rsaKey = newKey('rsa:2048');
const signing = { activeKey: 'rsa:1024' };
const pace = { pace: { protocol: '0.4.0.127.0.7.2.2.4.2.2', parameter: 13 } };

const documentOf = (options: Partial<DocumentOptions> = {}, of = state): SpecimenDocument =>
  specimenDocument(of, { picture: pictures.jpeg, ...options });
const plain = documentOf();
const read = (document = plain, tampering: Tampering = {}, trust = trustIn()) =>
  readThrough(trust, document, tampering);
const sending = (document: SpecimenDocument, changed: object) =>
  read(document, { files: (files) => ({ ...files, ...changed }) });
const without = (document: SpecimenDocument, name: keyof ChipFiles) =>
  read(document, { files: ({ [name]: _, ...rest }) => rest });
const withGroups = (groups: Record<number, Uint8Array>) => read(documentOf({ groups }));
/** A deviating security object that the state's own key signed: the state was careless, or its key was stolen. */
const withObject = (object: DocumentOptions['object']) => read(documentOf({ object }));
const withSigner = (options: Partial<CertificateOptions>, key: SpecimenKey = state.signerKey) => {
  const signerCertificate = state.certify(key, options);
  return withObject({ key, signerCertificate, certificates: [signerCertificate] });
};

const withCertificate = (signerCertificate: Uint8Array) => withObject({ certificates: [signerCertificate] });

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const out = Uint8Array.from(bytes);
  out.set([out.at(at)! ^ 1], at < 0 ? out.length + at : at);
  return out;
};
const swapped = (bytes: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array => {
  const at = Buffer.from(bytes).indexOf(from);
  expect(at).toBeGreaterThan(0);
  const out = Uint8Array.from(bytes);
  out.set(to, at);
  return out;
};
const sha256 = (bytes: Uint8Array) => digestOf('sha256', bytes);

/**
 * Replaces an element of the SignerInfo (negative places count from its end): -1 is the signature, -2 its algorithm, 2
 * the hash algorithm.
 */
const withStatement = (place: number, bytes: Uint8Array, document = plain, trust = trustIn()) =>
  withPart([0, 1, 0, -1, 0, place], bytes, document, trust);
function withPart(path: readonly number[], bytes: Uint8Array, document = plain, trust = trustIn()) {
  const rebuilt = (node: Element, [next, ...path]: readonly number[]): Uint8Array => {
    if (next === undefined) return bytes;
    const children = childrenOf(node);
    const index = next < 0 ? children.length + next : next;
    return tlv(node.tag, ...children.map((child, at) => (at === index ? rebuilt(child, path) : child.raw)));
  };
  const SOD = rebuilt(whole(document.SOD), path);
  return read(document, { files: (files) => ({ ...files, SOD }) }, trust);
}

const noPoint = (): SpecimenKey => {
  const [algorithm] = childrenOf(whole(state.signerKey.spki));
  return { ...state.signerKey, spki: sequence(algorithm!.raw, bits([0])) };
};

const weakKey = (modulusLength: number): SpecimenKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { privateKey, spki: Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' })), isPss: false };
};

/**
 * A key with explicit curve parameters whose generator is the public point itself, so that its private key is known: 1
 * (CVE-2020-0601).
 */
const foreignCurve = (): Uint8Array => {
  const [algorithm, key] = childrenOf(whole(newKey('brainpoolP256r1!').spki));
  const [id, parameters] = childrenOf(algorithm);
  const [version, field, curve, , order, cofactor] = childrenOf(parameters);
  const point = key!.value.subarray(1);
  const parts = [version!.raw, field!.raw, curve!.raw, octets(point), order!.raw, cofactor?.raw ?? []];
  return sequence(sequence(id!.raw, sequence(...parts)), bits(point));
};

const PSS = '1.2.840.113549.1.1.10';
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
/** A PSS signature whose parameters differ from those with which it was made. */
const saidOfPss = (maskId: string, trailer: number) => {
  const pss = new SpecimenState({ signerKey: { ...rsaKey, isPss: true } });
  const parts = [tlv(0xa0, SHA256), tlv(0xa1, sequence(oid(maskId), SHA256)), tlv(0xa2, integer(32))];
  const algorithm = sequence(oid(PSS), sequence(...parts, tlv(0xa3, integer(trailer))));
  return withStatement(-2, algorithm, documentOf({}, pss), trustIn(pss));
};

const mixedPss = async () => {
  const pss = new SpecimenState({ signerKey: { ...rsaKey, isPss: true } });
  const document = documentOf({}, pss);
  const mask = Buffer.from(document.SOD).lastIndexOf(oid('1.2.840.113549.1.1.8'));
  const hash = oid('2.16.840.1.101.3.4.2.1');
  const at = Buffer.from(document.SOD).indexOf(hash, mask);
  const SOD = Uint8Array.from(document.SOD);
  SOD.set([3], at + hash.length - 1);
  return readThrough(trustIn(pss), document, { files: (files) => ({ ...files, SOD }) });
};

const copiedKey = () => {
  const fake = new SpecimenState({ authorityKey: { ...newKey('brainpoolP384r1'), spki: state.authorityKey.spki } });
  return read(documentOf({}, fake));
};

type Attack = readonly [title: string, reason: string, attack: () => unknown];

const onTheSignature: readonly Attack[] = [
  ['an altered signature', 'wrong_signature', () => sending(plain, { SOD: flipped(plain.SOD, -1) })],
  [
    'a hash replaced in the signed object',
    'content_altered',
    () => {
      const DG1 = writeZone({ given: 'MALLORY' });
      return sending(plain, { DG1, SOD: swapped(plain.SOD, sha256(plain.groups[1]!), sha256(DG1)) });
    },
  ],
  ['an authority that nobody knows', 'issuer_not_trusted', () => read(documentOf({}, thief))],
  [
    'an authority that it brings along',
    'issuer_not_trusted',
    () => read(documentOf({ object: { certificates: [thief.signer, thief.authority] } }, thief)),
  ],
  ['an authority of the same name, key and key id', 'issuer_not_trusted', copiedKey],
  [
    'a signer that has expired',
    'signer_expired',
    () => withSigner({ from: Date.now() - 900 * DAY, until: Date.now() - DAY }),
  ],
  ['a signer that is not valid yet', 'signer_expired', () => withSigner({ from: Date.now() + DAY })],
  [
    'a signer that is revoked',
    'signer_revoked',
    () => {
      const trust = trustIn();
      const list = state.revocations(['01', new Certificate(state.signer).serial]);
      trust.addRevocations(new RevocationList(list), Date.now());
      return read(plain, {}, trust);
    },
  ],
  ['a signer that the operator blocks', 'signer_revoked', () => read(plain, {}, blocking(state.signer))],
  ['an authority that the operator blocks', 'issuer_not_trusted', () => read(plain, {}, blocking(state.authority))],
  [
    'an authority that has expired',
    'issuer_not_trusted',
    () => {
      const old = new SpecimenState({ authority: { from: Date.now() - 900 * DAY, until: Date.now() - DAY } });
      return read(documentOf({}, old), {}, trustIn(old));
    },
  ],
  ['a signer that may only issue', 'signer_not_allowed', () => withSigner({ usage: 0x04 })],
  ['a signer without key usage', 'signer_not_allowed', () => withSigner({ usage: null })],
  ['a signer that is an authority', 'signer_not_allowed', () => withSigner({ isAuthority: true, usage: 0x86 })],
  ['a signer of master lists', 'signer_not_allowed', () => withSigner({ purposes: ['2.23.136.1.1.3'] })],
  ['a signer of another state', 'signer_not_allowed', () => withSigner({ subject: nameOf('XX', 'DS') })],
  [
    'an unknown critical extension',
    'signer_not_allowed',
    () => withSigner({ extra: [extension('1.2.3.4', NULL, true)] }),
  ],
  [
    'a curve with another generator',
    'key_not_allowed',
    () => withSigner({}, { ...state.signerKey, spki: foreignCurve() }),
  ],
  ['a key of 512 bits', 'key_not_allowed', () => withSigner({}, weakKey(512))],
  ['a key of 1,024 bits, which older chips may have', 'key_not_allowed', () => withSigner({}, weakKey(1_024))],
  ['the point at infinity for a key, which ends Node', 'key_not_allowed', () => withSigner({}, noPoint())],
  ['MD5', 'algorithm_not_allowed', () => withStatement(2, sequence(oid('1.2.840.113549.2.5'), NULL))],
  ['DSA', 'algorithm_not_allowed', () => withStatement(-2, sequence(oid('2.16.840.1.101.3.4.3.2')))],
  ['a signature of zeros', 'wrong_signature', () => withStatement(-1, octets(sequence(integer(0), integer(0))))],
  [
    'an algorithm of another kind of key',
    'algorithm_not_allowed',
    () => withStatement(-2, sequence(oid('1.2.840.113549.1.1.11'), NULL)),
  ],
  ['PSS with two hashes', 'algorithm_not_allowed', mixedPss],
  ['PSS with another mask', 'algorithm_not_allowed', () => saidOfPss('1.2.840.113549.1.1.9', 1)],
  ['PSS with another trailer', 'algorithm_not_allowed', () => saidOfPss('1.2.840.113549.1.1.8', 2)],
  [
    'a certificate that names two algorithms',
    'malformed',
    () => {
      const id = oid('1.2.840.10045.4.3.3');
      return withCertificate(flipped(state.signer, Buffer.from(state.signer).lastIndexOf(id) + id.length - 1));
    },
  ],
  [
    'a certificate whose signature has spare bits',
    'malformed',
    () => withCertificate(flipped(state.signer, -childrenOf(whole(state.signer)).at(-1)!.value.length)),
  ],
  [
    'an extension that stands there twice',
    'malformed',
    () => withSigner({ extra: [extension('1.2.3.4', NULL, false), extension('1.2.3.4', NULL, false)] }),
  ],
  ['two signers', 'signers', () => withObject({ hasTwoSigners: true })],
  ['no signer', 'signers', () => withPart([0, 1, 0, -1], tlv(0x31))],
  ['an object that is not signed', 'not_signed_data', () => withPart([0, 0], oid('1.2.840.113549.1.7.3'))],
  ['a statement over no attributes', 'no_signed_attributes', () => withStatement(3, new Uint8Array())],
  [
    'an attribute that names another type of content',
    'wrong_content',
    () => withObject({ attributes: [contentTypeAttribute('2.23.136.1.1.2'), digestAttribute(new Uint8Array(32))] }),
  ],
  [
    'no attribute that names the type of content',
    'malformed',
    () => withObject({ attributes: [digestAttribute(new Uint8Array(32))] }),
  ],
  [
    'the certificate of the signer twice',
    'no_signer_certificate',
    () => withObject({ certificates: [state.signer, state.signer] }),
  ],
  [
    'a certificate of the same number by another authority',
    'no_signer_certificate',
    () =>
      withObject({ certificates: [state.certify(state.signerKey, { ...sameNumber(), issuer: nameOf('UT', 'X') })] }),
  ],
  [
    'a certificate of another number by the same authority',
    'no_signer_certificate',
    () => withObject({ certificates: [state.certify(state.signerKey)] }),
  ],
  ['an authority that may not issue', 'issuer_not_trusted', () => readBy({ authority: { usage: 0x02 } })],
  ['an authority with a key of 1,024 bits', 'issuer_not_trusted', () => readBy({ authorityKey: weakKey(1_024) })],
  ['a signer of no state, for a zone of none', 'issuer_differs', () => readNowhere()],
  [
    'a digest that stands there twice',
    'attribute_twice',
    () => {
      const digest = digestAttribute(new Uint8Array(32));
      return withObject({ attributes: [contentTypeAttribute('2.23.136.1.1.1'), digest, digest] });
    },
  ],
  ['no digest', 'content_altered', () => withObject({ attributes: [contentTypeAttribute('2.23.136.1.1.1')] })],
  ['content of another type', 'wrong_content', () => withObject({ contentType: '2.23.136.1.1.2' })],
  ['content of another type by a state that may call it plain', 'wrong_content', () => readChina()],
  [
    'plain data by a state that does not call it so',
    'wrong_content',
    () => withObject({ contentType: '1.2.840.113549.1.7.1' }),
  ],
  ['no certificate', 'no_signer_certificate', () => withObject({ certificates: [] })],
  ['the certificate of another signer', 'wrong_signature', () => withObject({ key: thief.signerKey })],
];

const sameNumber = () => ({ serial: childrenOf(childrenOf(whole(state.signer))[0])[1]!.value });
const readBy = (options: StateOptions) => {
  const other = new SpecimenState(options);
  return read(documentOf({}, other), {}, trustIn(other));
};
const readNowhere = () => {
  const subject = sequence(setOf(sequence(oid('2.5.4.3'), tlv(0x0c, ascii('Nowhere')))));
  const nowhere = new SpecimenState({ authority: { subject, issuer: subject } });
  const signerCertificate = nowhere.certify(nowhere.signerKey, { subject, issuer: subject });
  const object = { signerCertificate, certificates: [signerCertificate] };
  return read(documentOf({ zone: { issuer: 'QQQ' }, object }, nowhere), {}, trustIn(nowhere));
};

const readChina = () => {
  const china = new SpecimenState({ country: 'CN' });
  const zone = { issuer: 'CHN' };
  return read(documentOf({ zone, object: { contentType: '2.23.136.1.1.2' } }, china), {}, trustIn(china));
};

function blocking(certificate: Uint8Array): TrustStore {
  const trust = trustIn();
  trust.block(new Certificate(certificate).fingerprint);
  return trust;
}

const listOf = (of: SpecimenState, options = {}) => of.masterList([of.authority], options);
const taken = (list: Uint8Array) => readMasterList(list, [authority], Date.now());

const takenBy = (options: Partial<CertificateOptions>) => {
  const publisher = new SpecimenState({ authority: options });
  return readMasterList(listOf(publisher), [new Certificate(publisher.authority)], Date.now());
};
const plainList = () => {
  const key = newKey('prime256v1');
  const signerCertificate = state.certify(key, { purposes: ['2.23.136.1.1.3'] });
  const data = sequence(integer(0), setOf(state.authority));
  const list = { contentType: '1.2.840.113549.1.7.1', data, key, hash: 'sha256', signerCertificate } as const;
  return writeSignedData({ ...list, certificates: [signerCertificate] });
};
const linking = (options: Partial<CertificateOptions>): TrustStore => {
  const trust = trustIn();
  trust.addLink(new Certificate(state.certify(newKey('prime256v1'), options)), Date.now());
  return trust;
};

const onLists: readonly Attack[] = [
  ['a master list of more than 8 MB', 'too_large', () => taken(new Uint8Array(8_000_001))],
  ['a master list by a stranger', 'publisher_not_known', () => taken(listOf(thief))],
  [
    'a master list by a signer of documents',
    'publisher_not_allowed',
    () => taken(listOf(state, { purposes: undefined })),
  ],
  ['a master list by a signer that may not sign', 'publisher_not_allowed', () => taken(listOf(state, { usage: 0x04 }))],
  [
    'a master list by a signer that has expired',
    'publisher_not_allowed',
    () => taken(listOf(state, { from: Date.now() - 900 * DAY, until: Date.now() - DAY })),
  ],
  [
    'a master list whose signer names another authority',
    'publisher_not_known',
    () => taken(listOf(state, { issuer: nameOf('UT', 'X') })),
  ],
  ['a publisher that may not issue', 'publisher_not_known', () => takenBy({ usage: 0x02 })],
  [
    'a publisher that has expired',
    'publisher_not_known',
    () => takenBy({ from: Date.now() - 900 * DAY, until: Date.now() - DAY }),
  ],
  ['a master list that calls its content plain data', 'wrong_content', () => taken(plainList())],
  ['a link certificate that may not issue', 'link_not_trusted', () => linking({ subject: state.name, usage: 0x80 })],
  [
    'a link certificate to another state',
    'link_not_trusted',
    () => linking({ subject: nameOf('XX', 'CSCA'), isAuthority: true }),
  ],
  [
    'revocations by an authority that has expired',
    'revocations_not_trusted',
    () => {
      const old = new SpecimenState({ authority: { from: Date.now() - 900 * DAY, until: Date.now() - DAY } });
      trustIn(old).addRevocations(new RevocationList(old.revocations([])), Date.now());
    },
  ],
  [
    'an altered master list',
    'content_altered',
    () => taken(swapped(listOf(state), authority.spki, thief.authorityKey.spki)),
  ],
  [
    'revocations by a stranger',
    'revocations_not_trusted',
    () => trustIn().addRevocations(new RevocationList(thief.revocations([])), Date.now()),
  ],
  [
    'a link certificate by a stranger',
    'link_not_trusted',
    () => trustIn().addLink(new Certificate(new SpecimenState().rollOver()), Date.now()),
  ],
];

const signedTwice = () => {
  const [zone, face] = [sha256(plain.groups[1]!), sha256(plain.groups[2]!)];
  return withObject({
    list: [
      [1, zone],
      [2, face],
      [1, zone],
    ],
  });
};
const lines = zoneLines();
/**
 * Corrects the composite check digit of a passport: it covers the number, both dates and the optional data, with their
 * check digits (ICAO 9303-4, 4.2.2.2).
 */
const rightOverAll = (zone: string): string => {
  const second = zone.slice(44);
  return zone.slice(0, -1) + checkDigit(second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43));
};
const otherDigit = lines.slice(0, -1) + String((Number(lines.at(-1)) + 1) % 10);

const onData: readonly Attack[] = [
  ['another name in DG1', 'group_altered', () => sending(plain, { DG1: writeZone({ given: 'MALLORY' }) })],
  ['another face in DG2', 'group_altered', () => sending(plain, { DG2: writePortrait(pictures.jpeg2000) })],
  ['one bit of the face', 'group_altered', () => sending(plain, { DG2: flipped(plain.groups[2]!, -9) })],
  [
    'the signed object of another document',
    'group_altered',
    () => sending(plain, { SOD: documentOf({ zone: { number: 'X12345678' } }).SOD }),
  ],
  [
    'a DG14 of its own',
    'group_altered',
    () => sending(documentOf(proven), { DG14: writeSecurityInfos({ key: newKey('brainpoolP256r1') }) }),
  ],
  ['no DG14', 'group_missing', () => without(documentOf(proven), 'DG14')],
  ['no DG15', 'group_missing', () => without(documentOf(signing), 'DG15')],
  ['no DG2', 'group_missing', () => without(plain, 'DG2')],
  [
    'a DG2 that is not signed',
    'group_not_signed',
    () => sending(plain, { SOD: state.securityObject({ 1: plain.groups[1]! }) }),
  ],
  ['a group of the number 0', 'malformed', () => withObject({ list: [[0, sha256(plain.groups[1]!)]] })],
  ['a group that is named twice', 'malformed', signedTwice],
  ['fingers (DG3)', 'not_asked_for', () => sending(plain, { DG3: new Uint8Array(10) })],
  ['an expired document', 'document_expired', () => read(documentOf({ zone: { expiry: '200101' } }))],
  ['a zone of another state', 'issuer_differs', () => read(documentOf({ zone: { issuer: 'AUT' } }))],
  ['a check digit of the zone', 'check_digit', () => withGroups({ 1: writeZone(lines.replace('740812', '740813')) })],
  [
    'a check digit of the zone, with that over all made right',
    'check_digit',
    () => withGroups({ 1: writeZone(rightOverAll(lines.replace('740812', '740813'))) }),
  ],
  [
    'a check digit of a date that is left out, with that over all made right',
    'check_digit',
    () => withGroups({ 1: writeZone(rightOverAll(`${lines.slice(0, 63)}<${lines.slice(64)}`)) }),
  ],
  [
    'another number, with the digit over all made right',
    'check_digit',
    () => withGroups({ 1: writeZone(rightOverAll(lines.replace('L898902C3', 'L898902C4'))) }),
  ],
  ['the check digit over all of the zone', 'check_digit', () => withGroups({ 1: writeZone(otherDigit) })],
  [
    'another page than that photographed',
    'page_and_chip_differ',
    () => read(plain, { options: { printed: { ...SPECIMEN_ZONE, number: 'X12345678' } } }),
  ],
];

const replayed = (options: Partial<DocumentOptions>) => async () => {
  const document = documentOf(options);
  const { answers } = await read(document);
  document.chip.reset();
  return read(document, { answers: () => answers });
};
const withChip = (document: SpecimenDocument, changed: object) => {
  document.chip.options = { ...document.chip.options, ...changed };
  return read(document);
};
const plainSignature = ({ privateKey: key }: SpecimenKey, nonce: Uint8Array) =>
  Uint8Array.from(sign('sha256', nonce, { key, dsaEncoding: 'ieee-p1363' }));

/** Lets the chip answer the challenge of one session, and sends the answer to another session. */
const crossed = async () => {
  const document = documentOf(proven);
  const session = new ChipSession(document.chip);
  await openChip(session, { zone: document.zone });
  const { keys } = verifyChipFiles(await readChipFiles(session), trustIn(), { now: Date.now() });
  const [mine, victims] = [challengeFor(keys, randomBytes(8)), challengeFor(keys, randomBytes(8))];
  return judgeAnswers(keys, mine.secrets, await answersOf(session, victims.challenge));
};

const onTheChip: readonly Attack[] = [
  ['a copy that gives no answer', 'no proof', () => read(documentOf(proven), { answers: () => ({}) })],
  [
    'a copy that makes an answer up',
    'chip_not_proven',
    () => read(documentOf(proven), { answers: ({ chip }) => ({ chip: Uint8Array.from(randomBytes(chip!.length)) }) }),
  ],
  [
    'a copy with a key of its own',
    'chip_not_proven',
    () => withChip(documentOf(proven), { key: newKey('brainpoolP256r1') }),
  ],
  ['chip authentication of an earlier session', 'chip_not_proven', replayed(proven)],
  [
    'chip authentication that the chip refuses',
    'chip_not_proven',
    () => read(documentOf(proven), { answers: () => ({ chip: Uint8Array.of(0x69, 0x88) }) }),
  ],
  ['active authentication of an earlier session', 'chip_not_proven', replayed(signing)],
  [
    'active authentication of its own challenge',
    'chip_not_proven',
    () => {
      const document = documentOf({ activeKey: 'brainpoolP256r1', activeAlgorithm: '0.4.0.127.0.7.1.1.4.1.3' });
      return read(document, { answers: () => ({ active: plainSignature(document.activeKey!, randomBytes(8)) }) });
    },
  ],
  [
    'another kind of signature',
    'chip_not_proven',
    () => {
      const document = documentOf(signing);
      const active = Uint8Array.from(sign('sha256', randomBytes(8), document.activeKey!.privateKey));
      return read(document, { answers: () => ({ active }) });
    },
  ],
  [
    'the key of another document',
    'chip_not_proven',
    () => withChip(documentOf(signing), { activeKey: newKey('rsa:1024') }),
  ],
  [
    'the easier one of two proofs',
    'no proof',
    () => read(documentOf({ ...proven, ...signing }), { answers: ({ active }) => ({ active }) }),
  ],
  [
    'the other one of two proofs',
    'no proof',
    () => read(documentOf({ ...proven, ...signing }), { answers: ({ chip }) => ({ chip }) }),
  ],
  [
    'a key that is not on its curve',
    'key_not_allowed',
    () => withGroups({ 14: writeSecurityInfos({ key: { spki: flipped(newKey('brainpoolP256r1').spki, -1) } }) }),
  ],
  ['a key that is of no curve', 'key_not_allowed', () => withGroups({ 14: writeSecurityInfos({ key: rsaKey }) })],
  [
    'a signature of the chip by an algorithm that nothing names',
    'algorithm_not_allowed',
    () => read(documentOf({ activeKey: 'brainpoolP256r1' }), { answers: () => ({ active: new Uint8Array(64) }) }),
  ],
  ['an answer for another session', 'chip_not_proven', crossed],
];

type Change = (answer: Uint8Array, count: number, apdu: Uint8Array) => Uint8Array;
const between = ({ chip }: SpecimenDocument, change: Change): ChipSession => {
  let count = 0;
  return new ChipSession({ transceive: async (apdu) => change(await chip.transceive(apdu), (count += 1), apdu) });
};
const OK = [0x90, 0];
const readingOf = async (
  session: ChipSession,
  file: 'SOD' | 'DG2' = 'SOD',
  key: AccessKey = { zone: SPECIMEN_ZONE },
) => {
  await openChip(session, key);
  return readFile(session, file);
};
const answering = (answer: (apdu: Uint8Array) => Uint8Array) =>
  readFile(
    new ChipSession({ transceive: async (apdu) => (apdu[1] === 0xa4 ? Uint8Array.from(OK) : answer(apdu)) }),
    'DG2',
  );
const isHead = (apdu: Uint8Array) => apdu[1] === 0xb0 && apdu[2] === 0 && apdu[3] === 0;
const huge = concat([0x75, 0x83, 0xff, 0xff, 0xff, 0, 0, 0], OK);

const repeating = () => {
  let last = new Uint8Array();
  const repeat: Change = (answer, count) => {
    const told = count > 7 ? last : answer;
    last = Uint8Array.from(told);
    return told;
  };
  return readingOf(between(plain, repeat), 'DG2');
};
/** A chip that does not know the access key, and replays the answers that the real chip gave to another reader. */
const replayedAccess = async () => {
  const heard: Uint8Array[] = [];
  const hear: Change = (answer) => {
    heard.push(answer);
    return answer;
  };
  await openChip(between(documentOf(), hear), { zone: SPECIMEN_ZONE });
  const replaying = { transceive: () => Promise.resolve(heard.shift() ?? Uint8Array.of(0x6f, 0)) };
  return openChip(new ChipSession(replaying), { zone: SPECIMEN_ZONE });
};
const echoing = () => {
  const { chip } = documentOf(pace);
  const echo = (apdu: Uint8Array, tag: number) => concat(tlv(0x7c, tlv(tag, apdu.slice(9, 9 + apdu[8]!))), OK);
  const transceive = async (apdu: Uint8Array) => {
    if (apdu[1] !== 0x86 || ![0x81, 0x83, 0x85].includes(apdu[7]!)) return chip.transceive(apdu);
    return echo(apdu, apdu[7]! + 1);
  };
  return openChip(new ChipSession({ transceive }), { zone: SPECIMEN_ZONE });
};

const onTheWay: readonly Attack[] = [
  [
    'a wrong key of the page',
    'chip',
    () =>
      readingOf(
        between(plain, (answer) => answer),
        'SOD',
        { zone: { ...SPECIMEN_ZONE, birth: '740813' } },
      ),
  ],
  [
    'PACE with a wrong number',
    'chip',
    () =>
      readingOf(
        between(documentOf(pace), (answer) => answer),
        'SOD',
        { can: '123456' },
      ),
  ],
  [
    'an answer that is altered',
    'chip',
    () => readingOf(between(plain, (answer, count) => (count > 5 ? flipped(answer, 5) : answer))),
  ],
  ['an answer that is repeated', 'chip', repeating],
  [
    'an answer without protection',
    'chip',
    () => readingOf(between(plain, (answer, count) => (count > 5 ? Uint8Array.from(OK) : answer))),
  ],
  ['its own points and proof of PACE sent back', 'chip', echoing],
  ['the answers by which another reader opened it', 'chip', replayedAccess],
  [
    'a card access number where only BAC is spoken',
    'chip',
    () =>
      readingOf(
        between(plain, (answer) => answer),
        'SOD',
        { can: '500540' },
      ),
  ],
  [
    'a chip that cannot know the key of the page',
    'chip',
    () =>
      readingOf(
        between(documentOf(pace), (answer, _, apdu) =>
          apdu[1] === 0x86 && apdu[0] === 0 ? flipped(answer, 6) : answer,
        ),
      ),
  ],
  [
    'a file of 16 MB that the chip delivers',
    'chip',
    () =>
      answering((apdu) =>
        isHead(apdu)
          ? huge
          : concat(apdu[1] === 0xb0 ? new Uint8Array(apdu[4]!) : tlv(0x53, new Uint8Array(apdu.at(-1)! - 6)), OK),
      ),
  ],
  ['a file of 16 MB', 'chip', () => answering(() => huge)],
  [
    'a file that never goes on',
    'chip',
    () => answering((apdu) => (isHead(apdu) ? concat([0x75, 0x82, 0x10, 0, 0, 0, 0, 0], OK) : Uint8Array.from(OK))),
  ],
];

/** Elements nested to this depth. */
function nested(depth: number): Uint8Array {
  const heads: Uint8Array[] = [];
  for (let level = 0, size = 0; level < depth; level += 1) {
    const head = size < 128 ? concat([0x30], [size]) : concat([0x30, 0x83], bytesOf(size, 3));
    heads.push(head);
    size += head.length;
  }
  return concat(...heads.reverse());
}
const openLengths = (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => (at % 2 ? 0x80 : 0x30));
const sendingObject = (SOD: Uint8Array) => () => sending(plain, { SOD });

const onBytes: readonly Attack[] = [
  ['a signed object of 10 MB', 'too_large', sendingObject(new Uint8Array(10_000_000))],
  ['a signed object nested 6,000 deep', 'malformed', sendingObject(tlv(0x77, nested(6_000)))],
  ['a DG14 nested 1,500 deep, signed', 'malformed', () => withGroups({ 14: tlv(0x6e, nested(1_500)) })],
  ['open lengths nested 8,000 deep', 'malformed', sendingObject(concat([0x77, 0x80], openLengths(16_000)))],
  ['open lengths 200,000 deep, to the parser itself', 'bytes', () => elementAt(openLengths(400_000))],
  [
    'a DG14 of 2,600 elements, signed',
    'malformed',
    () => withGroups({ 14: tlv(0x6e, tlv(0x31, ...Array.from({ length: 2_600 }, () => NULL))) }),
  ],
  ['a length beyond the end', 'malformed', sendingObject(plain.SOD.subarray(0, -1))],
  ['bytes after the end', 'malformed', sendingObject(concat(plain.SOD, [0, 0]))],
  ['a length of 126 bytes', 'malformed', sendingObject(concat([0x77, 0xfe], new Uint8Array(200).fill(255)))],
  [
    'an identifier of 40 septets',
    'malformed',
    sendingObject(tlv(0x77, sequence(tlv(6, new Uint8Array(40).fill(0xff)), NULL))),
  ],
  ['nothing', 'malformed', sendingObject(new Uint8Array())],
  ['a zone with other characters', 'malformed', () => withGroups({ 1: writeZone(lines.toLowerCase()) })],
  ['a zone of another length', 'malformed', () => withGroups({ 1: writeZone(lines.slice(1)) })],
];

const withFace = (face: Uint8Array) => () => withGroups({ 2: face });
const jpegOf = (width: number, height: number) =>
  concat(
    [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8],
    bytesOf(height, 2),
    bytesOf(width, 2),
    [3, 1, 0x11, 0],
    new Uint8Array(70),
  );
/** The JPEG 2000 file with other numbers in its code stream. The box around the code stream stays the same. */
const jpeg2000With = (numbers: Readonly<Record<number, number>>) => {
  const out = Uint8Array.from(pictures.jpeg2000);
  const at = Buffer.from(out).indexOf(Uint8Array.of(0xff, 0x4f, 0xff, 0x51));
  for (const [place, value] of Object.entries(numbers)) new DataView(out.buffer, at).setUint32(Number(place), value);
  return out;
};
const svg = ascii(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(80)}</svg>`);
const vast = 100_000;

const faceGroup = (): Uint8Array => childrenOf(whole(writePortrait(pictures.jpeg)))[0]!.raw;

const onPictures: readonly Attack[] = [
  ['two groups of faces', 'malformed', withFace(tlv(0x75, faceGroup(), faceGroup()))],
  ['no face', 'malformed', withFace(tlv(0x75, tlv(0x7f61, integer(1), tlv(0x7f60, tlv(0xa1)))))],
  ['a record of fingers', 'malformed', withFace(swapped(writePortrait(pictures.jpeg), ascii('FAC'), ascii('FIR')))],
  ['two faces in a record', 'more_than_one_face', withFace(writePortrait(pictures.jpeg, { faces: 2 }))],
  ['two records', 'more_than_one_face', withFace(writePortrait(pictures.jpeg, { instances: 2 }))],
  ['two faces by ISO 39794-5', 'more_than_one_face', withFace(writeNewPortrait(pictures.jpeg, { faces: 2 }))],
  ['a JPEG of 60,000 × 60,000', 'picture_size', withFace(writePortrait(jpegOf(60_000, 60_000)))],
  ['a JPEG of 8 × 8', 'picture_size', withFace(writePortrait(jpegOf(8, 8)))],
  [
    'a JPEG 2000 of 100,000 × 100,000',
    'picture_size',
    withFace(writePortrait(jpeg2000With({ 8: vast, 12: vast, 24: vast, 28: vast }))),
  ],
  ['a JPEG 2000 in tiles of one pixel', 'picture_size', withFace(writePortrait(jpeg2000With({ 24: 1, 28: 1 })))],
  ['a PNG', 'picture_kind', withFace(writePortrait(concat([0x89], ascii('PNG'), new Uint8Array(100))))],
  ['an SVG', 'picture_kind', withFace(writePortrait(svg))],
  ['a face with a wrong length', 'malformed', withFace(writePortrait(pictures.jpeg, { length: 0xffffffff }))],
  ['a DG2 of 150 KB', 'too_large', () => read(documentOf({ picture: concat(pictures.jpeg, new Uint8Array(142_200)) }))],
];

async function reasonOf(attack: () => unknown): Promise<string> {
  try {
    const result = (await attack()) as { proof?: string } | undefined;
    return result && 'proof' in result && result.proof === undefined ? 'no proof' : 'accepted';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    if (error instanceof ChipError) return 'chip';
    if (error instanceof Malformed) return 'bytes';
    throw error;
  }
}

describe('The reading of a chip', () => {
  const all = { onTheSignature, onLists, onData, onTheChip, onTheWay, onBytes, onPictures };
  it.each(Object.values(all).flat())('is refused when it is attacked: %s: %s', async (_, reason, attack) => {
    expect(await reasonOf(attack)).toBe(reason);
  });
});
