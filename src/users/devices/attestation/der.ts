/** One element of DER: its identifier in hexadecimal, such as `30` for a SEQUENCE, and its content. */
export interface DerElement {
  readonly id: string;
  readonly content: Buffer;
}

const HIGH_TAG = 0x1f;
const LONG_FORM = 0x80;

/** The elements that stand one after another in these bytes. Throws a RangeError for what is cut off or none. */
export function elementsIn(bytes: Uint8Array): DerElement[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: DerElement[] = [];
  for (let at = 0; at < all.length;) {
    const start = at;
    if (((all[at++] ?? 0) & HIGH_TAG) === HIGH_TAG) while (all.readUInt8(at++) & LONG_FORM);
    const id = all.toString('hex', start, at);
    const first = all.readUInt8(at++);
    const more = first & LONG_FORM ? first & ~LONG_FORM : 0;
    if (more > 3 || (first === LONG_FORM && more === 0)) throw new RangeError('A length of DER is none that is needed');
    const length = more === 0 ? first : all.readUIntBE(at, more);
    at += more;
    if (length > all.length - at) throw new RangeError('DER is cut off');
    found.push({ id, content: all.subarray(at, (at += length)) });
  }
  return found;
}

/** The elements within the first element, or none. */
export const within = (element: DerElement | undefined): DerElement[] => (element ? elementsIn(element.content) : []);

export const tagged = (elements: readonly DerElement[], id: string): DerElement | undefined =>
  elements.find((element) => element.id === id);

/** The value of an extension of a certificate (RFC 5280, 4.1), by the bytes of its OID in hexadecimal. */
export function extensionOf(certificate: Uint8Array, oid: string): Buffer | undefined {
  const [tbs] = within(elementsIn(certificate)[0]);
  const [list] = within(tagged(within(tbs), 'a3'));
  for (const extension of within(list)) {
    const [name, ...rest] = within(extension);
    if (name?.content.toString('hex') === oid) return tagged(rest, '04')?.content;
  }
  return undefined;
}
