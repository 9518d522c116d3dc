import { inside, integerOf, tagged, tags, whole } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { hashIn, type Hash } from './algorithms.js';
import { Refused } from './refusal.js';
import { readSignedData, type SignedData } from './signed-data.js';

const LDS_OBJECT = '2.23.136.1.1.1';
const MOST = { groups: 16, version: 1 } as const;
/** States that are known to declare the content of EF.SOD as plain data, although ICAO 9303 defines a type for it. */
export const PLAIN_CONTENT: ReadonlySet<string> = new Set(['CN']);

/** The content of EF.SOD: the hashes of the data groups, signed by the state. */
export interface SecurityObject extends SignedData {
  readonly groupHash: Hash;
  readonly groups: ReadonlyMap<number, Uint8Array>;
}

export function readSecurityObject(file: Uint8Array, plainContent = PLAIN_CONTENT): SecurityObject {
  const signed = readSignedData(tagged(whole(file), 0x77).value, LDS_OBJECT);
  if (signed.isCalledPlain && !plainContent.has(signed.signer.country ?? ''))
    throw new Refused('wrong_content', `plain data by ${signed.signer.country ?? 'nobody'}`);
  const [version, algorithm, list] = inside(whole(signed.data), tags.sequence, 4);
  integerOf(version, MOST.version);
  const groups = new Map<number, Uint8Array>();
  for (const group of inside(list, tags.sequence, MOST.groups)) {
    const [number, hash] = inside(group, tags.sequence, 2);
    const name = integerOf(number, MOST.groups);
    if (name < 1 || groups.has(name)) throw new Malformed('data group twice');
    groups.set(name, tagged(hash, tags.octets).value);
  }
  return { ...signed, groupHash: hashIn(algorithm), groups };
}
