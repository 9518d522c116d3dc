import { isIPv4 } from 'node:net';

export const NAME_CONSTRAINTS_OID = '2.5.29.30';

/**
 * The DER value of a NameConstraints extension (RFC 5280, 4.2.1.10) that permits these names only; the certificate library
 * has no class for it. Every length here is below 128, so that it is one byte.
 */
export function permittedNames(dnsName: string, addresses: readonly string[]): Buffer {
  const names = [
    der(0x82, Buffer.from(dnsName, 'ascii')),
    ...addresses.map((address) => der(0x87, oneAddress(address))),
  ];
  const subtrees = names.map((name) => der(SEQUENCE, name));
  return der(SEQUENCE, der(0xa0, Buffer.concat(subtrees)));
}

const SEQUENCE = 0x30;

function der(tag: number, content: Buffer): Buffer {
  if (content.length > 127) throw new RangeError('Too long for the short form of a DER length');
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

/** An address and a mask of ones: a range of one. */
function oneAddress(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : loopback6(address);
  return Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]);
}

function loopback6(address: string): Buffer {
  if (address !== '::1') throw new RangeError(`Not an address that is needed here: ${address}`);
  return Buffer.from([...Array<number>(15).fill(0), 1]);
}
