import { concat } from './encoding/bytes.js';
import { childrenOf, elementAt } from './encoding/der.js';
import { writeNewPortrait, writeZone } from './specimens/data-groups.js';
import { newKey } from './specimens/keys.js';
import { pictures } from './specimens/pictures.js';
import { specimenDocument, type DocumentOptions } from './specimens/specimen-document.js';
import { SpecimenState, type StateOptions } from './specimens/specimen-state.js';
import { readThrough } from './specimens/whole-reading.js';
import { Certificate } from './verify/certificate.js';
import { readMasterList } from './verify/master-list.js';
import { RevocationList } from './verify/revocation-list.js';
import { TrustStore } from './verify/trust-store.js';

const trustIn = (...states: readonly SpecimenState[]) =>
  new TrustStore(states.map(({ authority }) => new Certificate(authority)));
const documentOf = (state: SpecimenState, options: Partial<DocumentOptions> = {}) =>
  specimenDocument(state, { picture: pictures.jpeg, ...options });

const rsa = { authorityKey: newKey('rsa:3072'), signerKey: newKey('rsa:2048'), authorityHash: 'sha256' } as const;
const pss = {
  authorityKey: { ...rsa.authorityKey, isPss: true },
  signerKey: { ...rsa.signerKey, isPss: true },
  authorityHash: 'sha256',
} as const;
const pace = (cipher: number, parameter: number) => ({ protocol: `0.4.0.127.0.7.2.2.4.2.${cipher}`, parameter });
const chip = 'chip_authentication';
const active = 'active_authentication';
const curve = 'brainpoolP256r1';

type Reading = readonly [string, StateOptions, Partial<DocumentOptions>, string, { can: string }?];
const readings: readonly Reading[] = [
  ['BAC, nothing but signed data, by RSA', rsa, {}, 'none'],
  ['BAC, active authentication by RSA 1024 and SHA-1', rsa, { activeKey: 'rsa:1024', activeHash: 'sha1' }, active],
  ['BAC, active authentication by RSA 2048, a state with PSS', pss, { activeKey: 'rsa:2048' }, active],
  [
    'BAC, active authentication by a curve',
    {},
    { activeKey: curve, activeAlgorithm: '0.4.0.127.0.7.1.1.4.1.3' },
    active,
  ],
  [
    'BAC, chip authentication by 3DES, curves with their parameters in full',
    { authorityKey: 'brainpoolP384r1!', signerKey: `${curve}!` },
    { chipKey: `${curve}!`, chipCipher: '3DES' },
    chip,
  ],
  ['PACE by AES-128 on P-256', {}, { chipKey: curve, pace: pace(2, 12) }, chip],
  [
    'PACE by 3DES, a key with an identifier',
    {},
    { chipKey: 'prime256v1', chipCipher: 'AES-192', keyId: 7, pace: pace(1, 13) },
    chip,
  ],
  [
    'PACE by AES-192 on P-384, both proofs',
    {},
    { chipKey: 'secp384r1', chipCipher: 'AES-256', activeKey: 'rsa:2048', pace: pace(3, 15) },
    chip,
  ],
  [
    'PACE by AES-256 on brainpool 512',
    { authorityKey: 'brainpoolP512r1', signerKey: 'secp521r1', hash: 'sha512', authorityHash: 'sha512' },
    { chipKey: 'brainpoolP512r1', chipCipher: 'AES-256', pace: pace(4, 17) },
    chip,
  ],
  [
    'PACE by AES-256 on P-521, a face in JPEG 2000',
    { signerKey: 'secp384r1', hash: 'sha384' },
    { chipKey: 'secp521r1', chipCipher: 'AES-256', picture: pictures.jpeg2000, pace: pace(4, 18) },
    chip,
  ],
  ['PACE by the card access number', {}, { chipKey: 'brainpoolP384r1', pace: pace(2, 16) }, chip, { can: '500540' }],
  ['PACE, a face by ISO 39794-5', {}, { writeFace: writeNewPortrait, chipKey: curve, pace: pace(2, 13) }, chip],
  [
    'BAC, a face of 41 KB, which needs the odd instruction',
    {},
    { picture: concat(pictures.jpeg, new Uint8Array(41_000 - pictures.jpeg.length)), chipKey: curve },
    chip,
  ],
];

describe('A chip', () => {
  it.each(readings.map((reading) => ({ title: reading[0], reading })))(
    'is read and verified: $title',
    async ({ reading }) => {
      const [, ofState, ofDocument, proof, key] = reading;
      const state = new SpecimenState(ofState);
      const { document, ...read } = await readThrough(trustIn(state), documentOf(state, ofDocument), key && { key });
      expect(read.proof).toBe(proof);
      expect(read.way).toMatch(ofDocument.pace ? /^PACE/ : /^BAC$/);
      expect(document).toMatchObject({
        zone: { number: 'L898902C3', surname: 'ERIKSSON', given: 'ANNA MARIA', issuer: 'UTO', isNameCut: false },
        expires: '2032-04-15',
        signature: { state: 'UT', isWeak: false, revocation: 'unknown' },
      });
      expect(document.portrait.image).toEqual(ofDocument.picture ?? pictures.jpeg);
    },
  );
});

/** Rewrites each element with an indefinite length, as one state does. */
function withOpenLengths(bytes: Uint8Array, depth = 0): Uint8Array {
  const node = elementAt(bytes);
  if (!node.isConstructed || depth > 4) return node.raw;
  const parts = childrenOf(node).map(({ raw, isConstructed }) =>
    depth < 3 && isConstructed ? withOpenLengths(raw, depth + 1) : raw,
  );
  return concat([node.tag, 0x80], ...parts, [0, 0]);
}

describe('An unusual chip that is right', () => {
  const state = new SpecimenState();
  const document = documentOf(state);
  const read = (of = document, trust = trustIn(state), tampering = {}) => readThrough(trust, of, tampering);

  it('passes with a new key of an authority, by the certificate that links it to the old one', async () => {
    const renewed = new SpecimenState();
    const trust = trustIn(renewed);
    trust.addLink(new Certificate(renewed.rollOver()), Date.now());
    expect((await read(documentOf(renewed), trust)).proof).toBe('none');
  });

  it('passes with an authority of a master list, one of whose entries is none', async () => {
    const publisher = new SpecimenState({ country: 'PB' });
    const list = publisher.masterList([state.authority, publisher.authority, Uint8Array.of(5, 0)]);
    const { certificates, unreadable } = readMasterList(list, [new Certificate(publisher.authority)], Date.now());
    expect(unreadable).toBe(1);
    expect((await read(document, new TrustStore(certificates))).document.signature.state).toBe('UT');
  });

  it.each([
    ['good', undefined],
    ['stale', Date.now() - 1_000],
  ])('passes with a signer about which revocations say nothing: %s', async (revocation, next) => {
    const trust = trustIn(state);
    trust.addRevocations(new RevocationList(state.revocations(['0a'], next)), Date.now());
    expect((await read(document, trust)).document.signature.revocation).toBe(revocation);
  });

  it('passes with a signer that is named by its key', async () => {
    expect((await read(documentOf(state, { object: { isNamedByKey: true } }))).proof).toBe('none');
  });

  it('passes with SHA-1, which is told as weak', async () => {
    const old = new SpecimenState({ hash: 'sha1', authorityHash: 'sha1', authorityKey: 'prime256v1' });
    expect((await read(documentOf(old), trustIn(old))).document.signature.isWeak).toBe(true);
    const mixed = documentOf(state, { object: { groupHash: 'sha1' } });
    expect((await read(mixed)).document.signature.isWeak).toBe(true);
  });

  it('passes with answers for which nobody has asked, which prove nothing', async () => {
    const answers = () => ({ chip: new Uint8Array(9), active: new Uint8Array(9) });
    expect((await read(document, undefined, { answers })).proof).toBe('none');
  });

  it('passes with open lengths in the envelope', async () => {
    const files = (given: { SOD?: Uint8Array }) => ({ ...given, SOD: withOpenLengths(given.SOD!) });
    expect((await read(document, undefined, { files })).proof).toBe('none');
  });

  it('passes with content that is called plain data by a state known for it', async () => {
    const china = new SpecimenState({ country: 'CN' });
    const plain = { groups: { 1: writeZone({ issuer: 'CHN' }) }, object: { contentType: '1.2.840.113549.1.7.1' } };
    expect((await read(documentOf(china, plain), trustIn(china))).proof).toBe('none');
  });

  it('passes with a page that says the same', async () => {
    const printed = { number: 'L898902C3', birth: '740812', expiry: '320415' };
    expect((await read(document, undefined, { options: { printed } })).document.zone.surname).toBe('ERIKSSON');
  });
});
