import { html, type Html } from '../../../shared/kernel/index.js';
import { filled } from '../../../shared/pages/index.js';
import { PHONE } from '../views/capture.view.js';
import { waiting, type Followed } from '../views/handover.view.js';
import { drawing, form, stepPage } from '../views/step.view.js';

export interface ChipView extends Followed {
  /** The offer to read the chip. Undefined if it has expired. Its `code` is undefined once an app has used it. */
  readonly offer: { readonly number: string; readonly code: string | undefined } | undefined;
  readonly app: { readonly name: string; readonly link: string } | undefined;
  readonly isRequired: boolean;
  /** Whether the last reading has shown that this chip will not be accepted, however often it is read. */
  readonly isInVain: boolean;
  /** Whether the user may photograph the page of the document again, that is, whether they have attempts left. */
  readonly mayRetake: boolean;
  readonly onPhone: boolean;
}

const BOOK =
  '<path d="M7 3.5h10a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5zM12 7.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6zM9 17h6"/>';
const WAVES = '<path d="M6 8.5c1.7 2.2 1.7 4.8 0 7M9.5 6.5c2.8 3.3 2.8 7.7 0 11M13 4.5c3.9 4.4 3.9 10.6 0 15"/>';
const CLOCK = '<path d="M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM12 8v4.2l2.7 1.6"/>';

/** Sends the user to the app that reads the chip, and waits for the result. */
export function chipView(view: ChipView): Html {
  const { words } = view.language;
  const way = view.isInVain ? withoutChip(view, '') : view.offer ? offered(view, view.offer) : expired(view);
  const content = html`${way} ${view.test ? virtual(view) : ''} ${otherWays(view)}`;
  const lead = view.isInVain ? undefined : words.chipLead;
  return stepPage(view, { stage: 'document', title: words.chipTitle, lead, content });
}

function offered(view: ChipView, { number, code }: NonNullable<ChipView['offer']>): Html {
  const { words } = view.language;
  const both = html`<div class="match">
    <p>${words.chipBoth}</p>
    <p class="two" dir="ltr">${number}</p>
    <p class="hint">${words.chipOther}</p>
  </div>`;
  if (code === undefined) return html`${both} ${waiting(view, words.chipReading)}`;
  const way = view.onPhone
    ? html`${both} ${needs(view)} ${appLink(view, code)}`
    : html`${needs(view)} ${toPhone(view)}`;
  return html`${way} ${waiting(view, words.chipWaiting)}`;
}

const needs = ({ language: { words } }: ChipView): Html =>
  html`<ul class="tell">
    <li>${drawing(BOOK)}<span>${words.chipNeedPassport}</span></li>
    <li>${drawing(WAVES)}<span>${words.chipNeedNfc}</span></li>
    <li>${drawing(CLOCK)}<span>${words.chipNeedTime}</span></li>
  </ul>`;

/** Offers to continue on a phone, because a computer cannot read passport chips. */
const toPhone = (view: ChipView): Html =>
  form(
    view,
    'handover',
    html`<div class="actions"><button>${drawing(PHONE)}${view.language.words.chipOnPhone}</button></div>`,
  );

/** The link that opens the app. The code is in the fragment of the URL, which browsers do not send to any server. */
const appLink = ({ app, language: { words } }: ChipView, code: string): Html =>
  app
    ? html`<div class="actions">
        <a class="button" href="${app.link}#code=${code}">${filled(words.chipOpen, { app: app.name })}</a>
      </div>`
    : html``;

const expired = (view: ChipView): Html => {
  const { words } = view.language;
  return html`<p class="note">${words.chipOver}</p>
    ${form(view, 'chip', html`<div class="actions"><button>${words.chipNewCode}</button></div>`)}`;
};

/** Buttons for test mode, in which the service simulates the phone and the passport. */
function virtual(view: ChipView): Html {
  const { words } = view.language;
  return html`<p class="hint apart">${words.chipVirtualHint}</p>
    ${form(
      view,
      'chip/virtual',
      html`<div class="actions">
        <button class="quiet" name="passport" value="real">${words.chipVirtual}</button>
        <button class="quiet" name="passport" value="copy">${words.chipCopy}</button>
      </div>`,
    )}`;
}

function otherWays(view: ChipView): Html {
  const { words } = view.language;
  const { isInVain, mayRetake, offer } = view;
  const again =
    offer || isInVain ? form(view, 'chip', html`<button class="quiet slim">${words.chipNewCode}</button>`) : '';
  const retake = mayRetake
    ? form(view, 'chip/page', html`<button class="quiet slim">${words.chipPageAgain}</button>`)
    : '';
  return html`<details class="fold" ${view.failed ? html`open` : ''}>
    <summary>${words.chipHelp}</summary>
    <div class="ways">${again} ${retake} ${isInVain ? '' : withoutChip(view, 'quiet slim')}</div>
  </details>`;
}

/**
 * Lets the user continue without the chip. If the chip is optional, the session continues with the pictures; if it is
 * required, the verification ends.
 */
function withoutChip(view: ChipView, look: string): Html {
  const { words } = view.language;
  const { isRequired, enterprise } = view;
  const hint = isRequired ? html`<p class="hint">${filled(words.chipNoneHint, { enterprise })}</p>` : '';
  const button = html`<button class="${look}">${isRequired ? words.chipNone : words.chipWithout}</button>`;
  return html`${hint} ${form(view, 'chip/without', look === '' ? html`<div class="actions">${button}</div>` : button)}`;
}

const SEAL =
  '<path d="M8 6.5h8A1.5 1.5 0 0 1 17.5 8v8a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 16V8A1.5 1.5 0 0 1 8 6.5zM6.5 10H10v4H6.5M17.5 10H14v4h3.5M12 6.5v11"/>';

/** Shows only what the chip has proven: a chip that has not answered a challenge is not described as genuine. */
export function chipSeal({ words }: Followed['language'], state: string, isGenuine: boolean): Html {
  const [title, text] = isGenuine
    ? [words.chipGenuine, words.chipGenuineText]
    : [words.chipSigned, words.chipSignedText];
  return html`<div class="seal${isGenuine ? ' good' : ''}">
    ${drawing(SEAL)}
    <p><strong>${title}</strong> ${filled(text, { state })}</p>
  </div>`;
}
