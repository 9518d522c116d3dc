const LOGIN = 'Not supported: the login page of the service does that';
const ACCOUNT = 'Not supported: the account page of the service does that';
const IDENTITY = 'Not supported: the pages of the service verify identities';
const LANGUAGE = 'Not supported: the language is told to initialize';

/**
 * Calls of `RdnaClient`, the library that this one replaces, that are not supported, with the reason. Each returns
 * error code 170.
 */
export const UNSUPPORTED = {
  setActivationCode: LOGIN,
  resendActivationCode: LOGIN,
  setUserConsentForLDA: LOGIN,
  fallbackNewDeviceActivationFlow: LOGIN,
  performVerifyAuth: LOGIN,
  forgotPassword: LOGIN,
  updatePassword: ACCOUNT,
  initiateUpdateFlowForCredential: ACCOUNT,
  getDeviceAuthenticationDetails: ACCOUNT,
  manageDeviceAuthenticationModes: ACCOUNT,
  getRegisteredDeviceDetails: ACCOUNT,
  updateDeviceDetails: ACCOUNT,
  setSDKLanguage: LANGUAGE,
  getIDVConfig: IDENTITY,
  setIDVConfig: IDENTITY,
  setIDVDocumentScanProcessStartConfirmation: IDENTITY,
  setIDVConfirmDocumentDetails: IDENTITY,
  setIDVSelfieProcessStartConfirmation: IDENTITY,
  setIDVSelfieConfirmation: IDENTITY,
  setIDVBiometricOptInConsent: IDENTITY,
  setIDVBiometricOptInConfirmation: IDENTITY,
  confirmIDVOptInCapturedFrame: IDENTITY,
  initiateActivatedCustomerKYC: IDENTITY,
  initiateIDVAdditionalDocumentScan: IDENTITY,
  initiateIDVBiometricOptIn: IDENTITY,
  initiateIDVBiometricOptOut: IDENTITY,
} as const;

export type UnsupportedMethod = keyof typeof UNSUPPORTED;

/**
 * Creates one function for each unsupported call. `make` gives it the signature of the platform (Cordova or React
 * Native).
 */
export function unsupportedMethods<Call>(make: (why: string) => Call): Record<UnsupportedMethod, Call> {
  const made = Object.entries(UNSUPPORTED).map(([name, why]) => [name, make(why)] as const);
  return Object.fromEntries(made) as Record<UnsupportedMethod, Call>;
}
