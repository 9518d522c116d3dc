import type { Element } from '@countersign/emrtd/der';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { certificateIn, extensionOf, tagged, within } from './certificate-chain.js';
import {
  type AttestedKey,
  bytesIn,
  type Findings,
  refusedAttestation,
  type UnverifiedReason,
} from './device-attestation.js';

/** The OID of the certificate extension in which Android's Keystore describes a key. */
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';
/** The ASN.1 tags of the members that are read from the lists in this certificate extension. */
const ORIGIN = 0xbf853e;
const ROOT_OF_TRUST = 0xbf8540;
const APPLICATION = 0xbf8545;

const PROTECTION: Readonly<Record<number, string>> = { 0: 'software', 1: 'tee', 2: 'strongbox' };
const GENERATED = 0;
const VERIFIED_BOOT = 0;
const PACKAGE = /^[\w.]{1,255}$/;

/**
 * Reads an Android Key Attestation. The first certificate in the chain `x5c` is for the device's key itself, and its
 * challenge is the nonce.
 */
export function androidKey({ x5c }: JsonObject, { nonce, jwk }: AttestedKey): Findings {
  if (!Array.isArray(x5c)) throw refusedAttestation('x5c must be a list of certificates in base64url');
  const chain = x5c.map(bytesIn);
  const [leaf, ...issuers] = chain;
  if (!leaf) throw refusedAttestation('It has no certificates');
  const { x, y } = certificateIn(leaf).publicKey.export({ format: 'jwk' });
  if (x !== jwk.x || y !== jwk.y) throw refusedAttestation('It is about another key');
  // Only the first certificate may describe a key: an attested key could issue further certificates for software keys.
  if (issuers.some((issuer) => extensionOf(issuer, KEY_DESCRIPTION)))
    throw refusedAttestation('A certificate of its chain describes a key');
  const described = readDescription(extensionOf(leaf, KEY_DESCRIPTION));
  if (!Buffer.from(nonce).equals(described.challenge)) throw refusedAttestation('Its challenge is another nonce');
  return { chain, ...described };
}

function readDescription(extension: Element | undefined): Omit<Findings, 'chain'> & { readonly challenge: Uint8Array } {
  if (!extension) throw refusedAttestation('Its certificate describes no key of Android');
  const [, attested, , kept, challenge, , software, hardware] = within(extension);
  if (!challenge || !hardware) throw refusedAttestation('Its description of the key is cut off');
  const level = Math.min(numberIn(attested), numberIn(kept));
  const enforced = within(hardware);
  const [packages, digests] = within(within(within(tagged(within(software), APPLICATION))[0])[0]);
  const boot = within(within(tagged(enforced, ROOT_OF_TRUST))[0]).at(2);
  const [origin] = within(tagged(enforced, ORIGIN));
  return {
    challenge: challenge.value,
    protection: PROTECTION[level] ?? 'software',
    app: packageIn(packages),
    signers: within(digests).map(({ value }) => Buffer.from(value).toString('hex')),
    because: reason(level, origin, boot),
  };
}

function reason(level: number, origin?: Element, boot?: Element): UnverifiedReason | undefined {
  if (level < 1) return 'not_in_hardware';
  if (numberIn(origin) !== GENERATED) return 'imported_key';
  return numberIn(boot) === VERIFIED_BOOT ? undefined : 'boot_not_verified';
}

/** Returns the first of the app packages that may use the key. */
function packageIn(packages: Element | undefined): string | undefined {
  const [first] = within(packages);
  const name = Buffer.from(within(first)[0]?.value ?? []).toString();
  return PACKAGE.test(name) ? name : undefined;
}

/** Reads a number of one byte. If the element is missing or longer, returns -1, which fails every check. */
const numberIn = (element: Element | undefined): number =>
  element?.value.length === 1 ? (element.value[0] ?? -1) : -1;
