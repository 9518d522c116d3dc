import { html, type Html } from '../../../shared/kernel/html.js';
import { hidden } from '../../../shared/pages/parts.js';
import type { Words } from '../words/en.js';

/** Another site can send a browser here: whether to sign out is for the user to say. */
export const logoutView = (words: Words, action: string, xsrf: string): Html => html`
  <h1>${words.logoutTitle}</h1>
  <p class="lead">${words.logoutText}</p>
  <form method="post" action="${action}">
    ${hidden('xsrf', xsrf)}
    <div class="actions">
      <button name="logout" value="yes">${words.logoutYes}</button>
      <button class="quiet">${words.logoutNo}</button>
    </div>
  </form>
`;
