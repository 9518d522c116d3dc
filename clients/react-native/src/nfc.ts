import NfcManager, { NfcTech } from 'react-native-nfc-manager';
import type { PassportPort } from '@countersign/client/passport';

export interface NfcOptions {
  /** The sentence that iOS shows while it looks for the passport. */
  readonly message?: string;
}

/** An antenna that has found a chip. Close it, also after an error: iOS shows its sheet until then. */
export interface NfcPort extends PassportPort {
  /** Changes the sentence of iOS, for example to show the percent. Android has none. */
  tell(message: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits until a passport is held to the phone. iOS gives 60 seconds in all. Fails when the user has closed the sheet, when
 * NFC is off, or when the phone has none.
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
