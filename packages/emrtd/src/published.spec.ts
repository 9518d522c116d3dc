import { readFileSync } from 'node:fs';
import { fromHex, hexOf } from './encoding/bytes.js';
import { command, INS, OK } from './messaging/apdu.js';
import { ciphers } from './messaging/ciphers.js';
import { SecureMessaging } from './messaging/secure-messaging.js';
import { answersOf } from './reader/chip-answers.js';
import { ChipSession } from './reader/chip-session.js';
import { isActiveAnswer } from './verify/active-authentication.js';
import { Certificate } from './verify/certificate.js';
import { agreed, agreementKeyIn } from './verify/chip-authentication.js';
import { Refused } from './verify/refusal.js';
import { readSecurityObject } from './verify/security-object.js';
import { readActiveKey, readSecurityInfos } from './verify/security-infos.js';
import { TrustStore } from './verify/trust-store.js';

interface Messaging {
  readonly cipher: 'AES-128' | 'AES-256' | '3DES';
  readonly keys: readonly [encryption: string, mac: string];
  readonly counter: string;
}
interface Agreement {
  readonly state: string;
  readonly DG14: string;
  readonly before: Messaging;
  readonly privateKey: string;
  /** Commands of the reader and answers of the chip. The last pair uses the new session keys. */
  readonly exchanges: readonly (readonly [string, string])[];
}
interface Transcripts {
  readonly agreements: readonly Agreement[];
  readonly signature: {
    readonly DG15: string;
    readonly nonce: string;
    readonly before: Messaging;
    readonly answer: string;
  };
}

const file = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../fixtures/published/${name}`, import.meta.url)));
const transcripts = JSON.parse(Buffer.from(file('transcripts.json')).toString()) as Transcripts;
const hex = (bytes: Uint8Array): string => hexOf(bytes).toUpperCase();
const messagingOf = ({ cipher, keys: [encryption, mac], counter }: Messaging) =>
  new SecureMessaging(ciphers[cipher], fromHex(encryption), fromHex(mac), fromHex(counter));
const SELECT_DG14 = command(INS.select, 2, 0x0c, fromHex('010E'));

/** Published transcripts of real chips. They find mistakes that our reader and our specimens have in common. */
describe('Chip authentication as a real chip answered it:', () => {
  const cases = transcripts.agreements.map((published) => ({ ...published, published }));
  it.each(cases)(
    'the command of the service comes out byte by byte, and the answer opens ($state)',
    ({ published }) => {
      const key = agreementKeyIn(readSecurityInfos(fromHex(published.DG14)))!;
      const { messaging } = agreed(key, fromHex(published.privateKey));
      const [sent, answer] = published.exchanges.at(-1)!;
      expect(hex(messaging.protect(SELECT_DG14))).toBe(sent);
      expect(messaging.open(fromHex(answer)).status).toBe(OK);
      const other = agreed(key, fromHex(`01${published.privateKey.slice(2)}`)).messaging;
      other.protect(SELECT_DG14);
      expect(() => other.open(fromHex(answer))).toThrow('wrong checksum');
    },
  );

  // The transcript of Malaysia uses the newer commands for 3DES. Our reader uses those that every chip must support, so
  // its commands differ.
  const ours = cases.filter(({ state }) => state !== 'Malaysia');
  it.each(ours)('the commands of the phone come out byte by byte ($state)', async ({ published }) => {
    const key = agreementKeyIn(readSecurityInfos(fromHex(published.DG14)))!;
    const { publicKey } = agreed(key, fromHex(published.privateKey));
    const { sent, session } = recorded(published);
    const last = fromHex(published.exchanges.at(-1)![0]);
    const answers = await answersOf(session, { chip: { ...key, publicKey, command: last } });
    expect(sent).toEqual(published.exchanges.map(([wanted]) => wanted));
    expect(hex(answers.chip!)).toBe(published.exchanges.at(-1)![1]);
  });
});

function recorded({ exchanges, before }: Agreement): { sent: string[]; session: ChipSession } {
  const sent: string[] = [];
  const answers = exchanges.map(([, answer]) => fromHex(answer));
  const session = new ChipSession({
    transceive: (apdu) => {
      sent.push(hex(apdu));
      return Promise.resolve(answers[sent.length - 1]!);
    },
  });
  session.messaging = messagingOf(before);
  return { sent, session };
}

it('a signature of a real chip by RSA 1792 verifies for its nonce, and for no other', () => {
  const { DG15, nonce, answer, before } = transcripts.signature;
  const messaging = messagingOf(before);
  messaging.protect(command(INS.internalAuthenticate, 0, 0, fromHex(nonce), 256));
  const { status, data } = messaging.open(fromHex(answer));
  expect([status, data.length]).toEqual([OK, 224]);
  const key = { spki: readActiveKey(fromHex(DG15)), algorithm: undefined };
  expect(isActiveAnswer(key, fromHex(nonce), data)).toBe(true);
  expect(isActiveAnswer(key, fromHex('96302B0F3D7E7865'), data)).toBe(false);
});

describe('The signed object of a real document', () => {
  const BEFORE_THEY_END = Date.parse('2026-06-01');

  it.each([
    ['austria', 'AT', 'sha256', [1, 2, 3, 11, 12, 14]],
    ['russia', 'RU', 'sha1', [1, 2, 3, 13, 14]],
  ])('verifies up to the authority of its state: %s', (name, country, hash, groups) => {
    const { signer, groupHash, ...object } = readSecurityObject(file(`${name}.sod`));
    expect([signer.country, groupHash, [...object.groups.keys()]]).toEqual([country, hash, groups]);
    const authority = new Certificate(file(`${name}.cer`));
    expect(new TrustStore([authority]).check(signer, BEFORE_THEY_END).authority.fingerprint).toBe(
      authority.fingerprint,
    );
  });

  it('is refused by the authority of another state', () => {
    const trust = new TrustStore([new Certificate(file('russia.cer'))]);
    expect(() => trust.check(readSecurityObject(file('austria.sod')).signer, BEFORE_THEY_END)).toThrow(Refused);
  });

  it('is read when it is of China, which calls its content plain data; from a state without this custom it is refused', () => {
    expect(readSecurityObject(file('china.sod')).signer.country).toBe('CN');
    expect(() => readSecurityObject(file('china.sod'), new Set())).toThrow('wrong_content');
  });

  it.each(['austria', 'china', 'russia'])('is refused after one bit of its content was changed: %s', (name) => {
    const altered = file(`${name}.sod`);
    const hash = [...readSecurityObject(altered).groups.values()][0]!;
    altered[Buffer.from(altered).indexOf(hash)]! ^= 1;
    expect(() => readSecurityObject(altered)).toThrow('content_altered');
  });
});
