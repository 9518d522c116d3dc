const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes base32 (RFC 4648) without padding, as authenticator apps expect it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('');
}

/** Decodes base32, padded or not. Undefined if the text is not base32. Trailing bits that fill no byte are dropped. */
export function bytesOfBase32(text: string): Buffer | undefined {
  const letters = text.replace(/=+$/, '');
  if (!/^[A-Z2-7]+$/.test(letters)) return undefined;
  const bits = letters
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
