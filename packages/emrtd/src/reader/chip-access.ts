import { ChipError } from '../messaging/chip-error.js';
import { basicAccess } from './basic-access.js';
import type { ChipSession } from './chip-session.js';
import { readFile, selectApplication } from './files.js';
import { pace, paceWaysIn, type PaceWay } from './pace.js';
import { pacePassword, type AccessKey } from './zone-key.js';

/**
 * Opens the chip by PACE if both sides support a common variant, otherwise by basic access control. Returns the name of
 * the protocol.
 */
export async function openChip(session: ChipSession, key: AccessKey): Promise<string> {
  const way = await firstWay(session);
  if (way) {
    await pace(session, way, pacePassword(key));
    await selectApplication(session);
    return `PACE ${way.cipher.name}`;
  }
  if (!('zone' in key)) throw new ChipError('a card access number opens chips with PACE only');
  await selectApplication(session);
  await basicAccess(session, key.zone);
  return 'BAC';
}

/**
 * The chip's first PACE variant that we support. Undefined if there is none, or if the file EF.CardAccess that lists
 * them is missing, as on older chips.
 */
async function firstWay(session: ChipSession): Promise<PaceWay | undefined> {
  try {
    return paceWaysIn(await readFile(session, 'CardAccess'))[0];
  } catch (error) {
    if (error instanceof ChipError) return undefined;
    throw error;
  }
}
