interface Place {
  btoa(binary: string): string;
  atob(base64: string): string;
}
const place = globalThis as unknown as Place;

export const base64 = (bytes: Uint8Array): string =>
  place.btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Removes line breaks, which Android adds to base64. */
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(place.atob(text.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
