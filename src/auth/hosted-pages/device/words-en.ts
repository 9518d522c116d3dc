/** English texts about signing in a device without a keyboard, such as a television. */
export const enDevice = {
  deviceTitle: 'Connect a device',
  deviceLead: 'Enter the code that your device shows.',
  deviceCode: 'Code on the device',
  deviceCodeHint: 'Eight letters. Capitals and hyphens do not matter.',
  deviceGoOn: 'Continue',
  deviceWrong: 'Check the code on your device, and try again. A code works for ten minutes.',
  deviceOver: 'This code has expired, or was used already. Start again on your device.',
  deviceAgain: 'The page was open for too long. Enter the code once more.',
  deviceAskTitle: 'Sign in to {client} on a device?',
  deviceAskCode: 'Your device shows',
  deviceFrom: 'The request comes from {place}.',
  deviceFromUnknown: 'We do not know where the request comes from.',
  deviceElsewhere: 'That is another network than yours. Be careful if the device is meant to be beside you.',
  deviceBeware:
    'Go on only if you have started this yourself and can see the device. Whoever holds it gets into your account. {brand} never asks for this by phone, mail or chat.',
  deviceYes: 'Yes, sign in',
  deviceNo: 'No, stop it',
  deviceDoneTitle: 'Your device is signed in',
  deviceDone: 'Go on there. You can close this window now.',
  deviceStoppedTitle: 'The device is not signed in',
  deviceStopped: 'It got nothing from your account. You can close this window now.',
};

export type DeviceWords = Readonly<Record<keyof typeof enDevice, string>>;
