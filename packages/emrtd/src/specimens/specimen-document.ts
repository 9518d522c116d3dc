import { fileIds } from '../reader/files.js';
import type { ZoneKey } from '../reader/zone-key.js';
import type { Hash } from '../verify/algorithms.js';
import type { CipherName } from '../messaging/ciphers.js';
import {
  agreementProtocols,
  writeActiveKey,
  writeCardAccess,
  writePortrait,
  writeSecurityInfos,
  writeZone,
  type PaceParameters,
  type ZoneFields,
} from './data-groups.js';
import { newKey, type SpecimenKey } from './keys.js';
import type { DataGroups, ObjectOptions, SpecimenState } from './specimen-state.js';
import { VirtualChip } from './virtual-chip.js';

export interface DocumentOptions {
  readonly zone?: ZoneFields;
  /** The picture in the chip: JPEG or JPEG 2000. */
  readonly picture: Uint8Array;
  readonly writeFace?: (image: Uint8Array) => Uint8Array;
  readonly chipKey?: string;
  readonly chipCipher?: CipherName;
  readonly keyId?: number;
  readonly activeKey?: string;
  readonly activeAlgorithm?: string;
  readonly activeHash?: Hash;
  readonly pace?: PaceParameters;
  /** Data groups that replace or add to the generated ones. */
  readonly groups?: DataGroups;
  readonly object?: ObjectOptions;
}

/** A specimen passport of the fictitious state, with its simulated chip. */
export interface SpecimenDocument {
  readonly chip: VirtualChip;
  readonly groups: DataGroups;
  readonly SOD: Uint8Array;
  readonly zone: ZoneKey;
  readonly key: SpecimenKey | undefined;
  readonly activeKey: SpecimenKey | undefined;
}

export const SPECIMEN_ZONE: ZoneKey = { number: 'L898902C3', birth: '740812', expiry: '320415' };

export function specimenDocument(state: SpecimenState, options: DocumentOptions): SpecimenDocument {
  const { zone: fields = {}, picture, writeFace = writePortrait, chipCipher = 'AES-128', keyId, pace } = options;
  const key = options.chipKey ? newKey(options.chipKey) : undefined;
  const activeKey = options.activeKey ? newKey(options.activeKey) : undefined;
  const infos = { key, keyId, protocol: agreementProtocols[chipCipher], active: options.activeAlgorithm };
  const groups: Record<number, Uint8Array> = {
    1: writeZone(fields),
    2: writeFace(picture),
  };
  if (key || infos.active) groups[14] = writeSecurityInfos(infos);
  if (activeKey) groups[15] = writeActiveKey(activeKey);
  Object.assign(groups, options.groups);
  const SOD = state.securityObject(groups, options.object);
  const { number, birth, expiry } = { ...SPECIMEN_ZONE, ...fields };
  const zone = { number, birth, expiry };
  const files = new Map([
    ...Object.entries(groups).map(([name, file]): [number, Uint8Array] => [0x0100 + Number(name), file]),
    [fileIds.SOD, SOD] as [number, Uint8Array],
    ...(pace ? [[fileIds.CardAccess, writeCardAccess(pace)] as [number, Uint8Array]] : []),
  ]);
  const { activeHash = 'sha256' } = options;
  return {
    chip: new VirtualChip({ files, zone, pace, key, activeKey, activeHash }),
    groups,
    SOD,
    zone,
    key,
    activeKey,
  };
}
