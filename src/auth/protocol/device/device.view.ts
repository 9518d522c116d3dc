import { html, type Html } from '../../../shared/kernel/index.js';
import { emphasised, field, hidden, named } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';

interface DeviceForm {
  readonly words: Words;
  readonly action: string;
  readonly xsrf: string;
}

export interface CodeView extends DeviceForm {
  readonly code: string;
  readonly notice?: Html | undefined;
}

/** Asks for the code that the device shows. */
export const deviceCodeView = ({ words, action, xsrf, code, notice }: CodeView): Html => html`
  <h1>${words.deviceTitle}</h1>
  <p class="lead">${words.deviceLead}</p>
  ${notice ?? ''}
  <form method="post" action="${action}">
    ${hidden('xsrf', xsrf)}
    <div class="fields">
      ${field({
        name: 'user_code',
        label: words.deviceCode,
        hint: words.deviceCodeHint,
        autocomplete: 'off',
        value: code,
        code: true,
        focus: true,
        longest: 32,
      })}
    </div>
    <div class="actions"><button>${words.deviceGoOn}</button></div>
  </form>
`;

export interface AskView extends DeviceForm {
  readonly client: string;
  readonly clientLogo: string | null;
  readonly brand: string;
  readonly code: string;
  /** The approximate location of the device, in words. */
  readonly place: string | undefined;
  /** Whether the device is on a different network from this browser. */
  readonly elsewhere: boolean;
}

/**
 * Asks the user to allow the device to sign in. Shows the application and the location of the device, because somebody
 * else may have sent the user the code.
 */
export const deviceAskView = (view: AskView): Html => {
  const { words, action, xsrf, client, clientLogo, brand, code, place, elsewhere } = view;
  return html`
    ${clientLogo === null ? '' : html`<div class="who"><img src="${clientLogo}" alt="" width="48" height="48" /></div>`}
    <h1>${named(words.deviceAskTitle, 'client', client)}</h1>
    <div class="match spelled">
      <p>${words.deviceAskCode}</p>
      <p class="two" dir="ltr">${code}</p>
    </div>
    <p>
      ${place === undefined ? words.deviceFromUnknown : emphasised(words.deviceFrom, 'place', place)}
      ${elsewhere ? words.deviceElsewhere : ''}
    </p>
    <p class="note">${named(words.deviceBeware, 'brand', brand)}</p>
    <form method="post" action="${action}">
      ${hidden('xsrf', xsrf)} ${hidden('user_code', code)}
      <div class="actions">
        <button name="confirm" value="yes">${words.deviceYes}</button>
        <button class="quiet" name="abort" value="yes">${words.deviceNo}</button>
      </div>
    </form>
  `;
};
