import { cbc, cmac, ecb } from '@noble/ciphers/aes.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesOf, concat } from '../encoding/bytes.js';
import { Malformed } from '../encoding/malformed.js';
import { retailMac, tripleDes } from './des.js';

/** A cipher of secure messaging (ICAO 9303-11, sections 9.7 and 9.8). */
export interface Cipher {
  readonly name: CipherName;
  readonly block: number;
  /** Computes a MAC of eight bytes. */
  mac(key: Uint8Array, data: Uint8Array): Uint8Array;
  encrypt(key: Uint8Array, data: Uint8Array, start?: Uint8Array): Uint8Array;
  decrypt(key: Uint8Array, data: Uint8Array, start?: Uint8Array): Uint8Array;
  /** The initialization vector for a message counter. Undefined means zeros. */
  startOf(key: Uint8Array, counter: Uint8Array): Uint8Array | undefined;
  keyOf(secret: Uint8Array, purpose: Purpose): Uint8Array;
}

export type CipherName = '3DES' | 'AES-128' | 'AES-192' | 'AES-256';
export type Purpose = 'encryption' | 'mac' | 'password';
const COUNTERS: Readonly<Record<Purpose, number>> = { encryption: 1, mac: 2, password: 3 };

const NO_PADDING = { disablePadding: true } as const;
const ZEROS = new Uint8Array(16);

function aes(name: CipherName, size: number): Cipher {
  const hash = size === 16 ? sha1 : sha256;
  return {
    name,
    block: 16,
    mac: (key, data) => cmac(data, key).subarray(0, 8),
    encrypt: (key, data, start = ZEROS) => cbc(key, start, NO_PADDING).encrypt(data),
    decrypt: (key, data, start = ZEROS) => cbc(key, start, NO_PADDING).decrypt(data),
    startOf: (key, counter) => ecb(key, NO_PADDING).encrypt(counter),
    keyOf: (secret, purpose) => hash(concat(secret, bytesOf(COUNTERS[purpose], 4))).subarray(0, size),
  };
}

const tripleDesCipher: Cipher = {
  name: '3DES',
  block: 8,
  mac: retailMac,
  encrypt: (key, data) => tripleDes(key).encrypt(data),
  decrypt: (key, data) => tripleDes(key).decrypt(data),
  startOf: () => undefined,
  keyOf: (secret, purpose) => sha1(concat(secret, bytesOf(COUNTERS[purpose], 4))).subarray(0, 16),
};

export const ciphers: Readonly<Record<CipherName, Cipher>> = {
  '3DES': tripleDesCipher,
  'AES-128': aes('AES-128', 16),
  'AES-192': aes('AES-192', 24),
  'AES-256': aes('AES-256', 32),
};

const BY_LAST_NUMBER: Readonly<Record<string, CipherName>> = { 1: '3DES', 2: 'AES-128', 3: 'AES-192', 4: 'AES-256' };

/** The cipher of a protocol of PACE or chip authentication. The last number of the protocol's OID identifies it. */
export function cipherOf(protocol: string, family: string): Cipher | undefined {
  const name = protocol.startsWith(family) ? BY_LAST_NUMBER[protocol.slice(family.length)] : undefined;
  return name && ciphers[name];
}

/** Pads data to whole blocks (ISO 9797-1, padding method 2). */
export function padded(data: Uint8Array, block: number): Uint8Array {
  const out = new Uint8Array(Math.ceil((data.length + 1) / block) * block);
  out.set(data);
  out[data.length] = 0x80;
  return out;
}

export function unpadded(data: Uint8Array): Uint8Array {
  const end = data.findLastIndex((byte) => byte !== 0);
  if (data[end] !== 0x80) throw new Malformed('padding');
  return data.subarray(0, end);
}

/** The MAC of unpadded data. CMAC pads by itself; data for the MAC of 3DES is padded here. */
export const macOf = (cipher: Cipher, key: Uint8Array, data: Uint8Array): Uint8Array =>
  cipher.mac(key, cipher.block === 8 ? padded(data, 8) : data);
