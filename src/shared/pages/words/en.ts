/** The texts that the pages of all contexts (`auth`, `idv` and others) share. */
export const en = {
  language: 'Language',
  aboutService: 'About this service',
  privacy: 'Privacy',
  terms: 'Terms',
  help: 'Help',
  errorPrefix: 'Error',
  problem: 'That did not work',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  characters: '{count} of {least} characters',
  longEnough: 'Long enough',
  errorTitle: 'This request cannot be completed',
  errorServer: 'Something went wrong on our side. Please try again in a moment.',
  tryAgain: 'Try again',
  supportDetails: 'Details for support',
  backToApplication: 'Back to the application',
  accountPage: 'Your account page',
  expiredTitle: 'This page has expired',
  expiredText:
    'For your safety, this page is valid for a limited time and in one browser only. Go back to the application and start again.',
  forgedTitle: 'This form was not accepted',
  forgedText: 'It did not come from this page, or the page had been open for too long. Nothing has been changed.',
  notFoundTitle: 'There is no such page',
  notFoundText: 'Check the address, or go back to the application.',
  waitTitle: 'Please wait a moment',
  tooManyText: 'There were too many attempts from your network. You can try again {when}.',
  busyText: 'Our service is not available for the moment. Please try again in a few seconds.',
};

export type FrameWords = Readonly<Record<keyof typeof en, string>>;
