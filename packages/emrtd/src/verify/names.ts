import { childrenOf, inside, oidOf, tags, type Element } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';

/** The attributes of a distinguished name, by OID. */
export function nameParts(name: Element): ReadonlyMap<string, string> {
  const attributes = childrenOf(name, 30).flatMap((relative) => childrenOf(relative, 5));
  return new Map(
    attributes.map((attribute) => {
      const [id, value] = inside(attribute, tags.sequence, 2);
      if (!value) throw new Malformed('name');
      return [
        oidOf(id),
        new TextDecoder(value.tag === tags.wideText ? 'utf-16be' : 'utf-8').decode(value.value),
      ] as const;
    }),
  );
}

/**
 * A normalized name for comparison: states change the string type and the case of letters from one certificate to the
 * next.
 */
export const nameKey = (name: Element): string =>
  JSON.stringify(
    [...nameParts(name)].map(([id, value]) => [id, value.trim().toLowerCase().replace(/\s+/g, ' ')]).sort(),
  );

const COUNTRY = '2.5.4.6';
export const countryIn = (name: Element): string | undefined => nameParts(name).get(COUNTRY)?.toUpperCase();
