import type { RequestText } from '@countersign/evidence';
import { html, type Html } from '../../../shared/kernel/index.js';
import { CHECK, emphasised, hidden, named } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';

export interface ConsentView {
  readonly words: Words;
  readonly path: string;
  readonly csrf: string;
  readonly client: string;
  readonly clientLogo: string | null;
  /** The host of the redirect URI that receives the response. Undefined in the device flow, which has none. */
  readonly host: string | undefined;
  readonly userName: string;
  /** The access that the application gets, in words. */
  readonly powers: readonly string[];
  /** How long the access lasts. */
  readonly lasting: string;
  readonly accountUrl: string;
  /** The texts of the authorization details, as the user reads them. */
  readonly details: readonly RequestText[];
}

export const consentView = ({
  words,
  path,
  csrf,
  client,
  clientLogo,
  host,
  userName,
  powers,
  lasting,
  accountUrl,
  details,
}: ConsentView): Html => html`
  ${clientLogo === null ? '' : html`<div class="who"><img src="${clientLogo}" alt="" width="48" height="48" /></div>`}
  <h1>${named(words.consentTitle, 'client', client)}</h1>
  <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
  ${details.map(
    ({ subject, message }) =>
      html`<section class="detail">
        <h2>${subject}</h2>
        ${message.split('\n').map((line) => html`<p>${line}</p>`)}
      </section>`,
  )}
  <p class="ask">${words.consentLead}</p>
  <ul class="grants">
    ${powers.map((power) => html`<li>${CHECK}<span>${power}</span></li>`)}
  </ul>
  <p class="small">${lasting} <a href="${accountUrl}" target="_blank" rel="noopener">${words.accessEnding}</a></p>
  <form method="post" action="${path}/consent">
    ${hidden('csrf', csrf)}
    <div class="actions">
      <button name="consent" value="allow">${words.allow}</button>
      <button class="quiet" name="consent" value="deny">${words.deny}</button>
    </div>
  </form>
  ${host === undefined ? '' : html`<p class="small">${emphasised(words.consentNote, 'host', host)}</p>`}
`;

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Formats a duration in the language of the page, in the largest unit that fits. */
export function spoken(seconds: number, locale: string): string {
  const [unit, size] = seconds >= DAY ? ['day', DAY] : seconds >= HOUR ? ['hour', HOUR] : ['minute', MINUTE];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(seconds / size));
}

/**
 * Asks the user to confirm having opened the app, because an app that cannot prove its identity must not get a code
 * silently.
 */
export const confirmAppView = ({
  words,
  path,
  csrf,
  client,
  clientLogo,
  host,
  userName,
}: Omit<ConsentView, 'powers' | 'lasting' | 'accountUrl' | 'details'>): Html => html`
  ${clientLogo === null ? '' : html`<div class="who"><img src="${clientLogo}" alt="" width="48" height="48" /></div>`}
  <h1>${named(words.goOnTitle, 'client', client)}</h1>
  <p class="lead">${emphasised(words.signedInAs, 'name', userName)}</p>
  <p class="ask">${words.goOnText}</p>
  <form method="post" action="${path}/consent">
    ${hidden('csrf', csrf)}
    <div class="actions">
      <button name="consent" value="allow">${words.goOn}</button>
      <button class="quiet" name="consent" value="deny">${words.cancel}</button>
    </div>
  </form>
  ${host === undefined ? '' : html`<p class="small">${emphasised(words.consentNote, 'host', host)}</p>`}
`;
