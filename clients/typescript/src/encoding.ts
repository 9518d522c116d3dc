import { environment } from './environment.js';
import type { Crypto } from './ports.js';

/** Encodes text without `TextEncoder`, which older React Native lacks; `TextDecoder` is missing there too. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  const binary = encodeURIComponent(text).replaceAll(/%(..)/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export const textOf = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

export function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return environment.btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function bytesOf(text: string): Uint8Array {
  const binary = environment.atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export async function sha256(crypto: Crypto, text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

export const randomText = (crypto: Crypto, bytes = 32): string =>
  base64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** The unverified claims of a JWT, or undefined if the text is no JWT. */
export function claimsOf(jwt: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof jwt !== 'string') return undefined;
  try {
    return objectIn(JSON.parse(textOf(bytesOf(jwt.split('.')[1] ?? ''))));
  } catch {
    return undefined;
  }
}

export const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
