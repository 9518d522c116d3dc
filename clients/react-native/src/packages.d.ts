/**
 * The used parts of packages that the app installs. The packages are not installed here because they depend on React
 * Native; `scripts/check-react-native-types.mjs` compiles against their real types.
 */
declare module '@sbaiahmed1/react-native-biometrics' {
  export enum InputEncoding {
    UTF8 = 'utf8',
    Base64 = 'base64',
  }
  export function createKeys(
    keyAlias?: string,
    keyType?: 'rsa2048' | 'ec256',
    biometricStrength?: undefined,
    allowDeviceCredentials?: boolean,
    failIfExists?: boolean,
  ): Promise<{ publicKey: string }>;
  export function deleteKeys(keyAlias?: string): Promise<{ success: boolean }>;
  export function getKeyAttributes(keyAlias?: string): Promise<{ exists: boolean }>;
  export function sha256(data: string, inputEncoding?: 'utf8' | 'base64'): Promise<{ hash: string }>;
  export function signWithOptions(options: {
    keyAlias?: string;
    data: string;
    inputEncoding?: InputEncoding;
    promptTitle?: string;
    promptSubtitle?: string;
    cancelButtonText?: string;
  }): Promise<{ success: boolean; signature?: string; error?: string; errorCode?: string }>;
}

declare module 'react-native-keychain' {
  export enum ACCESSIBLE {
    AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY = 'AccessibleAfterFirstUnlockThisDeviceOnly',
  }
  export enum STORAGE_TYPE {
    AES_GCM_NO_AUTH = 'KeystoreAESGCM_NoAuth',
  }
  export function getGenericPassword(options?: { service?: string }): Promise<false | { password: string }>;
  export function setGenericPassword(
    username: string,
    password: string,
    options?: { service?: string; accessible?: ACCESSIBLE; storage?: STORAGE_TYPE },
  ): Promise<false | object>;
  export function resetGenericPassword(options?: { service?: string }): Promise<boolean>;
}

declare module 'react-native-inappbrowser-reborn' {
  export const InAppBrowser: {
    openAuth(
      url: string,
      redirectUrl: string,
      options?: { ephemeralWebSession?: boolean } | { showInRecents?: boolean },
    ): Promise<{ type: 'success'; url: string } | { type: 'cancel' | 'dismiss' }>;
  };
}

declare module 'react-native-nfc-manager' {
  export enum NfcTech {
    IsoDep = 'IsoDep',
  }
  const manager: {
    start(): Promise<void>;
    requestTechnology(tech: NfcTech, options?: { alertMessage?: string }): Promise<unknown>;
    cancelTechnologyRequest(): Promise<void>;
    setAlertMessage(message: string): Promise<void>;
    readonly isoDepHandler: { transceive(bytes: number[]): Promise<number[]> };
  };
  export default manager;
}
