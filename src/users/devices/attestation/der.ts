import { childrenOf, type Element, oidOf, whole } from '@countersign/emrtd/der';

/** The child elements of an element; none if it is missing. */
export const within = (element: Element | undefined): Element[] => (element ? childrenOf(element) : []);

export const tagged = (elements: readonly Element[], tag: number): Element | undefined =>
  elements.find((element) => element.tag === tag);

/** The value of an extension of a certificate (RFC 5280, 4.1). */
export function extensionOf(certificate: Uint8Array, oid: string): Element | undefined {
  const [tbs] = childrenOf(whole(certificate));
  const [list] = within(tagged(within(tbs), 0xa3));
  for (const extension of within(list)) {
    const [name, ...rest] = within(extension);
    const value = oidOf(name) === oid ? tagged(rest, 0x04)?.value : undefined;
    if (value) return whole(value);
  }
  return undefined;
}
