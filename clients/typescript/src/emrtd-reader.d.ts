/** The used part of the chip reader, whose source is bundled into this package. */
export interface ChipPort {
  transceive(apdu: Uint8Array): Promise<Uint8Array>;
}
export interface ZoneKey {
  readonly number: string;
  readonly birth: string;
  readonly expiry: string;
}
export interface ChipChallenge {
  readonly active?: { readonly nonce: Uint8Array } | undefined;
  readonly chip?:
    | {
        readonly protocol: string;
        readonly keyId?: number | undefined;
        readonly publicKey: Uint8Array;
        readonly command: Uint8Array;
      }
    | undefined;
}
export interface ChipAnswers {
  readonly active?: Uint8Array | undefined;
  readonly chip?: Uint8Array | undefined;
}
export type ChipFiles = Partial<Record<'SOD' | 'DG1' | 'DG2' | 'DG14' | 'DG15', Uint8Array>>;

export class ChipError extends Error {
  readonly status?: number;
}
export class Malformed extends Error {}
export class ChipSession {
  constructor(port: ChipPort);
}
export function openChip(session: ChipSession, key: { readonly zone: ZoneKey }): Promise<string>;
export function readChipFiles(session: ChipSession, onProgress?: (share: number) => void): Promise<ChipFiles>;
export function answersOf(session: ChipSession, challenge: ChipChallenge): Promise<ChipAnswers>;
