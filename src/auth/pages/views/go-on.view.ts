import { html, type Html } from '../../../shared/kernel/html.js';
import { emphasised, hidden, named } from '../../../shared/pages/parts.js';
import type { ConsentView } from './consent.view.js';

/** Before an app that cannot prove itself gets a code silently: whether its user has opened it is for them to say. */
export const goOnView = ({
  words,
  path,
  csrf,
  client,
  clientLogo,
  host,
  userName,
}: Omit<ConsentView, 'scopes'>): Html => html`
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
  <p class="small">${emphasised(words.consentNote, 'host', host)}</p>
`;
