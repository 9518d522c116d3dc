import { operatorMail } from './operator-mail.js';

/** The mail with an invitation. Its link can be used once. */
export function invitationMail(brand: string, link: string) {
  const subject = `You are invited to the console of ${brand}.`;
  return operatorMail('operators/invitation', subject, [
    subject,
    'Open this link at your desk within a day. You will make a passkey there, by which you sign in from then on:',
    { link },
    'The link works once. If you did not expect this mail, tell the owner of the console, and do not open it.',
  ]);
}
