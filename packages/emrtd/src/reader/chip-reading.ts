import { inside, integerOf, octetsOf, tags, whole } from '../encoding/der.js';
import type { ChipSession } from './chip-session.js';
import { readFile, type ChipFile } from './files.js';

/** The files that the service asks for, unchanged. */
export type ChipFiles = Partial<Record<Exclude<ChipFile, 'CardAccess'>, Uint8Array>>;

/** The optional files. They are read before the portrait, which is long and comes last. */
const OPTIONAL = { DG14: 14, DG15: 15 } as const;

/** Reads EF.SOD, DG1 and DG2, and DG14 and DG15 if EF.SOD lists them. `onProgress` gets a share from 0 to 1. */
export async function readChipFiles(session: ChipSession, onProgress?: (share: number) => void): Promise<ChipFiles> {
  const SOD = await readFile(session, 'SOD');
  const named = groupsNamedIn(SOD);
  const files: ChipFiles = { SOD, DG1: await readFile(session, 'DG1') };
  for (const name of ['DG14', 'DG15'] as const)
    if (named.has(OPTIONAL[name])) files[name] = await readFile(session, name);
  files.DG2 = await readFile(session, 'DG2', (read, of) => onProgress?.(read / of));
  return files;
}

/** The numbers of the data groups in EF.SOD. The signature is not verified here: the service does it. */
function groupsNamedIn(file: Uint8Array): Set<number> {
  const [contentInfo] = inside(whole(file), 0x77, 1);
  const [, wrapped] = inside(contentInfo, tags.sequence, 2);
  const [signedData] = inside(wrapped, tags.context, 1);
  const [, , content] = inside(signedData, tags.sequence, 7);
  const [, inner] = inside(content, tags.sequence, 2);
  const [, , groups] = inside(whole(octetsOf(inside(inner, tags.context, 1)[0])), tags.sequence, 4);
  return new Set(inside(groups, tags.sequence, 16).map((group) => integerOf(inside(group, tags.sequence, 2)[0])));
}
