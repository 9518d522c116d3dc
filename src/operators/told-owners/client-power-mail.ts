import { html } from '../../shared/kernel/index.js';

const SUBJECTS = {
  made: 'An operator has made a client with power',
  changed: 'An operator has changed a client with power or users',
  're-keyed': 'An operator has made a new secret for a client with power or users',
  removed: 'An operator has removed a client with power or users',
} as const;

export type ClientPowerNews = {
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly step: keyof typeof SUBJECTS;
  readonly powers: readonly string[];
  /** The names of the operators. */
  readonly by: string;
  readonly agreedBy: string | null;
};

const spoken = (power: string): string => (power === 'firstParty' ? 'signs people in without asking them' : power);

/** Operators read English, so far. */
export function clientPowerMail(brand: string, consoleUrl: string, news: ClientPowerNews) {
  const { clientId, clientName, enterpriseId, step, powers, by, agreedBy } = news;
  const subject = SUBJECTS[step];
  const link = `${consoleUrl}/clients/${encodeURIComponent(clientId)}`;
  const lines = [
    `Client: ${clientName} (${clientId}), of the enterprise ${enterpriseId}.`,
    ...(powers.length === 0 ? [] : [`What it can do: ${powers.map(spoken).join(', ')}.`]),
    agreedBy === null ? `Done by ${by}.` : `Asked for by ${by}. ${agreedBy} has agreed.`,
    `You receive this mail as an owner at the console of ${brand}. If you did not expect it, talk to them, and look at the client:`,
  ];
  return {
    purpose: 'operators/client-power',
    language: 'en',
    subject,
    text: `${[subject, ...lines].join('\n\n')}\n\n    ${link}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body>
          <p>${subject}</p>
          ${lines.map((line) => html`<p>${line}</p>`)}
          <p><a href="${link}">${link}</a></p>
        </body>
      </html>`.text,
  };
}
