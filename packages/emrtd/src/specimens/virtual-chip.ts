import { constants, createECDH, createHash, privateEncrypt, randomBytes, sign } from 'node:crypto';
import { ascii, bytesOf, concat, isSame, numberOf, xor } from '../encoding/bytes.js';
import { childrenOf, inside, oidOf, tags, whole } from '../encoding/der.js';
import { tlv } from '../encoding/der-writer.js';
import { decoded, INS, OK, type Answer, type Command } from '../messaging/apdu.js';
import { ciphers, macOf, type CipherName } from '../messaging/ciphers.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import { basicAccessKeys, basicMessaging } from '../reader/basic-access.js';
import type { ChipPort } from '../reader/chip-session.js';
import { fileIds } from '../reader/files.js';
import { paceWay } from '../reader/pace.js';
import { zoneHash, type ZoneKey } from '../reader/zone-key.js';
import type { Hash } from '../verify/algorithms.js';
import type { PaceParameters } from './data-groups.js';
import type { SpecimenKey } from './keys.js';
import { VirtualPace } from './virtual-pace.js';

export interface VirtualChipOptions {
  readonly files: ReadonlyMap<number, Uint8Array>;
  readonly zone: ZoneKey;
  readonly can?: string;
  readonly pace?: PaceParameters | undefined;
  /** The key of chip authentication. A copied chip has none. */
  readonly key?: SpecimenKey | undefined;
  /** The key of active authentication. */
  readonly activeKey?: SpecimenKey | undefined;
  readonly activeHash?: Hash;
}

const STATUS = {
  notPossible: 0x6985,
  refused: 0x6300,
  closed: 0x6982,
  noFile: 0x6a82,
  noKey: 0x6a88,
  wrongData: 0x6a80,
  wrongPlace: 0x6a86,
  unknown: 0x6d00,
  unprotected: 0x6988,
} as const;

const random = (length: number): Uint8Array => Uint8Array.from(randomBytes(length));
const done = (data: Uint8Array = new Uint8Array()): Answer => ({ data, status: OK });
const wrong = (status: number): Answer => ({ data: new Uint8Array(), status });

/** A simulated chip with access control, secure messaging, files, chip authentication and active authentication. */
export class VirtualChip implements ChipPort {
  private messaging: SecureMessaging | undefined;
  private pending: SecureMessaging | undefined;
  private selected: Uint8Array | undefined;
  private nonce: Uint8Array | undefined;
  private pace: VirtualPace | undefined;
  private agreement: CipherName | undefined;
  private isOpen = false;

  constructor(public options: VirtualChipOptions) {}

  /** Resets the chip, as when it leaves the field of the antenna. */
  reset(): void {
    this.messaging = this.pending = this.selected = this.nonce = this.pace = this.agreement = undefined;
    this.isOpen = false;
  }

  async transceive(apdu: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(((apdu[0] ?? 0) & 0x0c) === 0x0c ? this.protectedAnswer(apdu) : this.plainAnswer(apdu));
  }

  private plainAnswer(apdu: Uint8Array): Uint8Array {
    if (this.messaging) this.reset();
    const { data, status } = this.execute(decoded(apdu));
    this.takeNewKeys();
    return concat(data, bytesOf(status, 2));
  }

  private protectedAnswer(apdu: Uint8Array): Uint8Array {
    const { messaging } = this;
    if (!messaging) return bytesOf(STATUS.unprotected, 2);
    try {
      const answer = messaging.protectAnswer(this.execute(messaging.openCommand(apdu)));
      this.takeNewKeys();
      return answer;
    } catch {
      this.reset();
      return bytesOf(STATUS.unprotected, 2);
    }
  }

  /**
   * Switches to the new keys after the answer, because the answer that agrees on them is still encrypted with the old
   * ones.
   */
  private takeNewKeys(): void {
    this.messaging = this.pending ?? this.messaging;
    this.pending = undefined;
  }

  private execute(command: Command): Answer {
    const { ins, p1, p2, data, le = 256 } = command;
    switch (ins) {
      case INS.select:
        return this.select(p1, data);
      case INS.read:
        return this.read((p1 << 8) | p2, le);
      case INS.readFar: {
        const { data: found, status } = this.read(numberOf(whole(data, 0x54).value), le - 6);
        return { data: tlv(0x53, found), status };
      }
      case INS.challenge:
        this.nonce = random(8);
        return done(this.nonce);
      case INS.externalAuthenticate:
        return this.basicAccess(data);
      case INS.manage:
        return this.manage(p1, p2, data);
      case INS.generalAuthenticate:
        return this.generalAuthenticate(data);
      case INS.internalAuthenticate:
        return this.internalAuthenticate(data);
      default:
        return wrong(STATUS.unknown);
    }
  }

  private select(p1: number, data: Uint8Array): Answer {
    this.selected = undefined;
    if (p1 === 0x04) return done();
    const file = this.options.files.get(numberOf(data));
    if (!file) return wrong(STATUS.noFile);
    if (numberOf(data) !== fileIds.CardAccess && !this.isOpen) return wrong(STATUS.closed);
    this.selected = file;
    return done();
  }

  private read(at: number, length: number): Answer {
    return this.selected ? done(this.selected.subarray(at, at + length)) : wrong(STATUS.notPossible);
  }

  private basicAccess(data: Uint8Array): Answer {
    const { nonce } = this;
    this.nonce = undefined;
    const cipher = ciphers['3DES'];
    const keys = basicAccessKeys(this.options.zone);
    const sealed = data.subarray(0, 32);
    if (!nonce || data.length !== 40 || !isSame(macOf(cipher, keys.mac, sealed), data.subarray(32)))
      return wrong(STATUS.refused);
    const opened = cipher.decrypt(keys.encryption, sealed);
    const [readerNonce, half] = [opened.subarray(0, 8), opened.subarray(16, 32)];
    if (!isSame(opened.subarray(8, 16), nonce)) return wrong(STATUS.refused);
    const own = random(16);
    const secret = cipher.encrypt(keys.encryption, concat(nonce, readerNonce, own));
    this.pending = basicMessaging(xor(own, half), nonce, readerNonce);
    this.isOpen = true;
    return done(concat(secret, macOf(cipher, keys.mac, secret)));
  }

  private manage(p1: number, p2: number, data: Uint8Array): Answer {
    const objects = new Map(childrenOf({ value: data }).map(({ tag, value }) => [tag, value]));
    const protocol = objects.get(0x80);
    if (p1 === 0xc1 && p2 === 0xa4 && protocol) return this.beginPace(protocol, objects);
    if (!this.isOpen || !this.options.key) return wrong(STATUS.noKey);
    const point = objects.get(0x91);
    if (p1 === 0x41 && p2 === 0xa6 && point) return this.agree('3DES', point);
    if (p1 !== 0x41 || p2 !== 0xa4 || !protocol) return wrong(STATUS.wrongPlace);
    this.agreement = AGREEMENTS[protocol.at(-1) ?? 0];
    return done();
  }

  private beginPace(protocol: Uint8Array, objects: ReadonlyMap<number, Uint8Array>): Answer {
    const way = paceWay(oidOf(whole(tlv(tags.oid, protocol))), numberOf(objects.get(0x84) ?? []));
    if (!way || this.options.pace?.protocol !== way.protocol) return wrong(STATUS.wrongData);
    const isCan = numberOf(objects.get(0x83) ?? []) === 2;
    this.pace = new VirtualPace(way, isCan ? ascii(this.options.can ?? '500540') : zoneHash(this.options.zone), random);
    return done();
  }

  private generalAuthenticate(data: Uint8Array): Answer {
    const [given] = inside(whole(data), 0x7c);
    if (this.agreement && given) return this.agree(this.agreement, given.value, tlv(0x7c));
    const answer = this.pace?.answerTo(given);
    if (!this.pace || !answer) return wrong(this.pace ? STATUS.refused : STATUS.notPossible);
    const { messaging } = this.pace;
    if (messaging) [this.pending, this.isOpen, this.pace] = [messaging, true, undefined];
    return done(tlv(0x7c, answer));
  }

  private agree(name: CipherName, point: Uint8Array, answer: Uint8Array = new Uint8Array()): Answer {
    const { key } = this.options;
    this.agreement = undefined;
    if (!key) return wrong(STATUS.noKey);
    const own = createECDH(key.privateKey.asymmetricKeyDetails?.namedCurve ?? '');
    const written = Uint8Array.from(key.privateKey.export({ type: 'sec1', format: 'der' }));
    own.setPrivateKey(childrenOf(whole(written))[1]?.value ?? new Uint8Array());
    this.pending = SecureMessaging.of(ciphers[name], Uint8Array.from(own.computeSecret(point)));
    return done(answer);
  }

  private internalAuthenticate(nonce: Uint8Array): Answer {
    const { activeKey, activeHash = 'sha256' } = this.options;
    if (!activeKey || !this.isOpen || nonce.length !== 8) return wrong(STATUS.notPossible);
    return done(activeAnswer(activeKey, activeHash, nonce));
  }
}

const AGREEMENTS: Readonly<Record<number, CipherName>> = { 2: 'AES-128', 3: 'AES-192', 4: 'AES-256' };
const TRAILERS: Readonly<Record<Hash, readonly number[]>> = {
  sha1: [0xbc],
  sha224: [0x38, 0xcc],
  sha256: [0x34, 0xcc],
  sha384: [0x36, 0xcc],
  sha512: [0x35, 0xcc],
};

/**
 * The signature of a chip over our nonce: plain ECDSA or, with RSA, ISO 9796-2 (scheme 1), which also covers random
 * bytes that the chip chooses.
 */
export function activeAnswer({ privateKey: key }: SpecimenKey, hash: Hash, nonce: Uint8Array): Uint8Array {
  if (key.asymmetricKeyType === 'ec') return Uint8Array.from(sign(hash, nonce, { key, dsaEncoding: 'ieee-p1363' }));
  const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const own = random(length - 1 - createHash(hash).digest().length - TRAILERS[hash].length);
  const digest = createHash(hash).update(own).update(nonce).digest();
  const message = concat([0x6a], own, digest, TRAILERS[hash]);
  return Uint8Array.from(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, message));
}
