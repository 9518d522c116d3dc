type Texts = Readonly<Record<string, string>>;

export const alarms = {
  title: 'Alarms',
  note: 'When the service needs the people who run it',
  mail: 'E-mail',
  server: 'Your server',
  off: 'off',
  which: 'Which alarms',
  least: { warning: 'all', critical: 'only critical ones' } as Texts,
  noMail: 'The service cannot send mail to you.',
  change: 'Change your alarms',
  changeText: 'You receive alarms while your role shows the state of the service.',
  sendMail: (address: string) => `Send mail to ${address}`,
  url: 'Address of your server (https)',
  urlHint: 'It gets each message as a signed call. Leave the field empty for no calls.',
  save: 'Save with passkey',
  secretTitle: 'The secret of your server',
  secretText: 'Your server checks each call with it.',
  test: 'Send a test',
  tested: { sent: 'the test was sent', failed: 'the test failed', off: 'off' } as Texts,
  answered: (status: number) => `answered ${status}`,
};
