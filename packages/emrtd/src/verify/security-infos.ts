import { inside, integerOf, oidOf, tagged, tags, whole } from '../encoding/der.js';
import { groupIn } from './chip-files.js';

const OIDS = {
  ecdhKey: '0.4.0.127.0.7.2.2.1.2',
  dhKey: '0.4.0.127.0.7.2.2.1.1',
  chipAuthentication: '0.4.0.127.0.7.2.2.3.',
  activeAuthentication: '2.23.136.1.1.5',
} as const;
const MOST_INFOS = 60;

export interface ChipKey {
  readonly kind: 'ECDH' | 'DH';
  readonly spki: Uint8Array;
  readonly keyId: number | undefined;
}

export interface ChipWay {
  readonly protocol: string;
  readonly keyId: number | undefined;
}

/** The content of DG14: keys and protocols of chip authentication, and the algorithm of active authentication. */
export interface SecurityInfos {
  readonly keys: readonly ChipKey[];
  readonly ways: readonly ChipWay[];
  /** The algorithm of active authentication with a key on an elliptic curve. */
  readonly activeAlgorithm: string | undefined;
}

export function readSecurityInfos(file: Uint8Array): SecurityInfos {
  const keys: ChipKey[] = [];
  const ways: ChipWay[] = [];
  let activeAlgorithm: string | undefined;
  for (const info of inside(whole(groupIn('DG14', file).value), tags.set, MOST_INFOS)) {
    const [id, first, second] = inside(info, tags.sequence, 3);
    const name = oidOf(id);
    const keyId = (): number | undefined => second && integerOf(second);
    if (name === OIDS.ecdhKey || name === OIDS.dhKey) {
      const kind = name === OIDS.ecdhKey ? 'ECDH' : 'DH';
      keys.push({ kind, spki: tagged(first, tags.sequence).raw, keyId: keyId() });
    } else if (name.startsWith(OIDS.chipAuthentication)) ways.push({ protocol: name, keyId: keyId() });
    else if (name === OIDS.activeAuthentication) activeAlgorithm = oidOf(second);
  }
  return { keys, ways, activeAlgorithm };
}

/** Reads DG15: the key of active authentication. */
export const readActiveKey = (file: Uint8Array): Uint8Array => whole(groupIn('DG15', file).value, tags.sequence).raw;
