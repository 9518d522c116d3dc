import NfcManager, { NfcTech } from 'react-native-nfc-manager';
import type { PassportPort } from '@countersign/client/passport';

export interface NfcOptions {
  /** The sentence that iOS shows while it waits for the passport. */
  readonly message?: string;
}

/** A connection to a chip. Always close it, also after an error: iOS shows its NFC sheet until then. */
export interface NfcPort extends PassportPort {
  /** Changes the sentence that iOS shows, for example to report the progress. It has no effect on Android. */
  tell(message: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits until a passport is held to the phone. iOS allows 60 seconds in total. Fails if the user closes the sheet, if
 * NFC is off, or if the phone has no NFC.
 */
export async function nfcPort({ message }: NfcOptions = {}): Promise<NfcPort> {
  await NfcManager.start();
  try {
    await NfcManager.requestTechnology(NfcTech.IsoDep, message === undefined ? {} : { alertMessage: message });
  } catch (error) {
    await closed();
    throw error;
  }
  return {
    async transceive(apdu) {
      return Uint8Array.from(await NfcManager.isoDepHandler.transceive([...apdu]));
    },
    tell: (text) => NfcManager.setAlertMessage(text).catch(() => undefined),
    close: closed,
  };
}

const closed = (): Promise<void> => NfcManager.cancelTechnologyRequest().catch(() => undefined);
