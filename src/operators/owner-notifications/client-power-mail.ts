import { operatorMail } from '../people/operator-mail.js';

const SUBJECTS = {
  made: 'An operator has created a privileged client',
  changed: 'An operator has changed a client that is privileged or has users',
  're-keyed': 'An operator has created a new secret for a client that is privileged or has users',
  removed: 'An operator has removed a client that is privileged or has users',
} as const;

export type ClientPowerNews = {
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly step: keyof typeof SUBJECTS;
  readonly powers: readonly string[];
  /**
   * `by` is the operator who changed the client; `agreedBy` is the second operator, who approved the change. Events and
   * jobs contain their `sub`, but `clientPowerMail` must be given their names.
   */
  readonly by: string;
  readonly agreedBy: string | null;
};

const spoken = (power: string): string => (power === 'firstParty' ? 'signs people in without asking them' : power);

export function clientPowerMail(brand: string, consoleUrl: string, news: ClientPowerNews) {
  const { clientId, clientName, enterpriseId, step, powers, by, agreedBy } = news;
  const subject = SUBJECTS[step];
  return operatorMail('operators/client-power', subject, [
    subject,
    `Client: ${clientName} (${clientId}), of the enterprise ${enterpriseId}.`,
    ...(powers.length === 0 ? [] : [`What it can do: ${powers.map(spoken).join(', ')}.`]),
    agreedBy === null ? `Done by ${by}.` : `Asked for by ${by}. ${agreedBy} has agreed.`,
    `You receive this mail as an owner at the console of ${brand}. If you did not expect it, talk to them, and look at the client:`,
    { link: `${consoleUrl}/clients/${encodeURIComponent(clientId)}` },
  ]);
}
