import { bytesOf, concat, isSame, numberOf, wordAt, type Part } from '../encoding/bytes.js';
import { childrenOf, type Element } from '../encoding/der.js';
import { tlv } from '../encoding/der-writer.js';
import { Malformed } from '../encoding/malformed.js';
import { answerOf, command, decoded, encoded, INS, type Answer, type Command } from './apdu.js';
import { ChipError } from './chip-error.js';
import { padded, unpadded, type Cipher } from './ciphers.js';

const PROTECTED = 0x0c;
const OBJECTS = { secret: 0x87, secretOfOddCommand: 0x85, le: 0x97, status: 0x99, mac: 0x8e } as const;
const MOST_OBJECTS = 6;
const LONGEST_SHORT = 255;

/**
 * Secure messaging (ICAO 9303-11, section 9.8), for reader and chip. Each message increments a counter, so that no
 * message can be replayed.
 */
export class SecureMessaging {
  constructor(
    private readonly cipher: Cipher,
    private readonly encryptionKey: Uint8Array,
    private readonly macKey: Uint8Array,
    private counter: Uint8Array = new Uint8Array(cipher.block),
  ) {}

  /** Derives the keys from a shared secret. */
  static of(cipher: Cipher, secret: Uint8Array): SecureMessaging {
    return new SecureMessaging(cipher, cipher.keyOf(secret, 'encryption'), cipher.keyOf(secret, 'mac'));
  }

  protect({ ins, p1, p2, data, le }: Command): Uint8Array {
    this.count();
    const secret = data.length > 0 ? this.encrypted(data) : undefined;
    const objects = concat(
      secret ? secretObject(ins, secret) : [],
      le === undefined ? [] : tlv(OBJECTS.le, le > 256 ? bytesOf(le & 0xffff, 2) : [le & 255]),
    );
    const checksum = this.checksum(padded(Uint8Array.of(PROTECTED, ins, p1, p2), this.cipher.block), objects);
    const body = concat(objects, tlv(OBJECTS.mac, checksum));
    const isLong = body.length > LONGEST_SHORT || (le ?? 0) > 256;
    return encoded(command(ins, p1, p2, body, isLong ? 65_536 : 256, PROTECTED));
  }

  /** Decrypts the answer to a protected command. Throws on any fault, which ends the reading. */
  open(raw: Uint8Array): Answer {
    this.count();
    const { data, status: outer } = answerOf(raw);
    const objects = childrenOf({ value: data }, MOST_OBJECTS);
    const byTag = new Map(objects.map(({ tag, value }) => [tag, value]));
    const mac = objects.at(-1);
    if (mac?.tag !== OBJECTS.mac || byTag.size !== objects.length) throw new ChipError('not protected', outer);
    if (!isSame(this.checksum(...rawOf(objects.slice(0, -1))), mac.value)) throw new ChipError('wrong checksum', outer);
    const inner = byTag.get(OBJECTS.status);
    return { status: inner ? wordAt(inner, 0) : outer, data: this.opened(secretIn(objects)) };
  }

  /** On the chip: decrypts a command that the reader has encrypted with `protect`. */
  openCommand(apdu: Uint8Array): Command {
    this.count();
    const { cla, ins, p1, p2, data } = decoded(apdu);
    const objects = childrenOf({ value: data }, MOST_OBJECTS);
    const mac = objects.at(-1);
    const head = padded(Uint8Array.of(cla, ins, p1, p2), this.cipher.block);
    const checksum = this.checksum(head, ...rawOf(objects.slice(0, -1)));
    if (!mac || !isSame(checksum, mac.value)) throw new ChipError('wrong checksum');
    const le = objects.find(({ tag }) => tag === OBJECTS.le)?.value;
    return command(ins, p1, p2, this.opened(secretIn(objects)), le && (numberOf(le) || 256 ** le.length));
  }

  /** On the chip: encrypts an answer, which the reader decrypts with `open`. */
  protectAnswer({ data, status }: Answer): Uint8Array {
    this.count();
    const secret = data.length > 0 ? tlv(OBJECTS.secret, [1], this.encrypted(data)) : [];
    const objects = concat(secret, tlv(OBJECTS.status, bytesOf(status, 2)));
    return concat(objects, tlv(OBJECTS.mac, this.checksum(objects)), bytesOf(status, 2));
  }

  private count(): void {
    const next = this.counter.slice();
    for (let at = next.length - 1; at >= 0; at -= 1) {
      next[at] = ((next[at] ?? 0) + 1) & 255;
      if (next[at] !== 0) break;
    }
    this.counter = next;
  }

  private encrypted(data: Uint8Array): Uint8Array {
    const { cipher, encryptionKey, counter } = this;
    return cipher.encrypt(encryptionKey, padded(data, cipher.block), cipher.startOf(encryptionKey, counter));
  }

  private opened(secret: Uint8Array | undefined): Uint8Array {
    if (!secret) return new Uint8Array();
    const { cipher, encryptionKey, counter } = this;
    if (secret.length % cipher.block !== 0) throw new Malformed('length of a secret');
    return unpadded(cipher.decrypt(encryptionKey, secret, cipher.startOf(encryptionKey, counter)));
  }

  /** The input is padded for both ciphers, as ICAO 9303 requires, although CMAC would pad by itself. */
  private checksum(...parts: readonly Part[]): Uint8Array {
    return this.cipher.mac(this.macKey, padded(concat(this.counter, ...parts), this.cipher.block));
  }
}

const rawOf = (objects: readonly Element[]): Uint8Array[] => objects.map(({ raw }) => raw);

const secretObject = (ins: number, secret: Uint8Array): Uint8Array =>
  ins === INS.readFar ? tlv(OBJECTS.secretOfOddCommand, secret) : tlv(OBJECTS.secret, [1], secret);

function secretIn(objects: readonly Element[]): Uint8Array | undefined {
  const found = objects.find(({ tag }) => tag === OBJECTS.secret || tag === OBJECTS.secretOfOddCommand);
  return found?.tag === OBJECTS.secret ? found.value.subarray(1) : found?.value;
}
