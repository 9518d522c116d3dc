import { inside, integerOf, tags, whole } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { Certificate } from './certificate.js';
import { Refused } from './refusal.js';
import { readSignedData } from './signed-data.js';

const MASTER_LIST = '2.23.136.1.1.2';
const LIST_SIGNER = '2.23.136.1.1.3';
const MOST = { bytes: 8_000_000, certificates: 5_000 } as const;

/** A master list: authorities for which a state or ICAO vouches (ICAO 9303-12, section 9). */
export interface MasterList {
  readonly certificates: readonly Certificate[];
  /** The number of entries that are not certificates. */
  readonly unreadable: number;
  readonly signer: Certificate;
  /** The publisher, named by the operator, that issued the signer's certificate. */
  readonly publisher: Certificate;
}

/** Reads a master list. It must be signed by one of the publishers that the operator has named. */
export function readMasterList(bytes: Uint8Array, publishers: readonly Certificate[], now: number): MasterList {
  if (bytes.length > MOST.bytes) throw new Refused('too_large', 'master list');
  const { data, signer, isCalledPlain } = readSignedData(bytes, MASTER_LIST);
  if (isCalledPlain) throw new Refused('wrong_content', 'plain data');
  if (!signer.purposes?.includes(LIST_SIGNER) || !signer.maySign || !signer.isValidAt(now))
    throw new Refused('publisher_not_allowed', 'signer of the list');
  const publisher = publishers.find(
    (one) => one.mayIssue && one.isValidAt(now) && one.subjectKey === signer.issuerKey && signer.isSignedBy(one),
  );
  if (!publisher) throw new Refused('publisher_not_known');
  return { ...certificatesIn(data), signer, publisher };
}

function certificatesIn(data: Uint8Array): { certificates: Certificate[]; unreadable: number } {
  const [version, list] = inside(whole(data), tags.sequence, 3);
  integerOf(version, 0);
  const entries = inside(list, tags.set, MOST.certificates);
  const certificates = entries.flatMap(({ raw }) => readable(raw) ?? []);
  return { certificates, unreadable: entries.length - certificates.length };
}

function readable(der: Uint8Array): Certificate | undefined {
  try {
    return new Certificate(der);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
