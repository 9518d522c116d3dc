/**
 * The sentences about replacements of a second factor: recovery codes, remembered browsers, and a check of the
 * identity.
 */
export const lostFactor = {
  codes: 'Recovery codes',
  codesLead: 'If you lose your second factor, one of these lets you in. Each works once.',
  codesMake: 'Create recovery codes',
  codesRenew: 'Create new codes',
  codesLeft: '{count} of 10 left.',
  codesOnce: 'Print these codes, or keep them in a password manager. We cannot show them again.',
  codesCopy: 'Copy all',
  codesCopied: 'Copied.',
  codesPrint: 'Print',
  codesSaved: 'I have saved these codes',
  codesMustSave: 'Tick the box once you have saved the codes.',
  codesMade: 'Here are your new recovery codes. Save them now.',
  codesUse: 'I have a recovery code',
  codesCode: 'Recovery code',
  codesTold: 'We tell your devices and your e-mail address. You have 15 minutes to set up a new second step.',
  codesWrong: 'That recovery code is wrong, or was used before. Enter another one.',
  remember: 'Don’t ask again here for {days} days',
  rememberHint: 'Only if this device is yours.',
  remembered: 'Remembered browsers',
  rememberedLead: 'In these browsers you are not asked for a second step.',
  rememberedUntil: 'Until {date}',
  rememberedEnd: 'Ask again',
  rememberedEnded: 'We ask again in that browser.',
  lost: 'I can’t use any of these',
  lostTitle: 'Can’t use your second step?',
  lostIdentity: 'I have my passport or ID card',
  lostIdentityText:
    'We check who you are in about 3 minutes. Then you wait {time}, so that nobody can do this in your name.',
  lostNone: 'You have none of these? Ask {brand}: they check who you are.',
  lostBack: 'Back to the second step',
  lostChecking: 'The check of your identity is not finished. Did you stop it? Then start again.',
  lostRefused: 'The check did not confirm who you are. Nothing has changed.',
  lostElsewhere:
    'Somebody who knows your password is replacing your second step in another browser. If that is not you, stop it and change your password.',
  lostTooMany: 'You have started this three times. Try again tomorrow.',
  lostNotNow: 'This is not possible now. Your second step stays as it is.',
  lostStop: 'Stop this',
  lostStopped: 'It is stopped. Your second step stays as it is.',
  lostReadyTitle: 'Set up a new second step',
  lostReady:
    'The wait is over. What you set up now replaces every earlier second step, your phones included, and signs you out everywhere else.',
  factorWaitTitle: 'Safety wait',
  waitLead:
    'Your identity is confirmed. We have told all your devices and your e-mail address, in case somebody does this in your name.',
  waitUntil: 'You can continue from {date}.',
  waitBrowser: 'Then sign in again in this browser. You can close it until then.',
  waitHelp: 'In a hurry? Only {brand} can let you in sooner.',
  replacedFrom:
    'Somebody who knows your password is replacing your second step. The new one works from {date}. Is it not you? Then stop it, and change your password.',
  replacedStop: 'Stop it, it wasn’t me',
  replaceStop: 'Stop a replacement',
  replaceStopLead: 'Enter your username and the code from the mail. Your second step then stays as it is.',
  replaceStopNow: 'Stop it',
  replaceStopWrong:
    'Check your username and the code, and try again. The code works until the new second step is set up.',
  replaceStopped: 'The replacement is stopped',
  replaceStoppedText: 'Your second step stays as it is. Somebody knows your password: change it now.',
};

export type LostFactorWords = Readonly<Record<keyof typeof lostFactor, string>>;
