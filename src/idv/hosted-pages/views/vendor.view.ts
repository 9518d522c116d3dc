import { html, type Html } from '../../../shared/kernel/index.js';
import { filled } from '../../../shared/pages/index.js';
import { phoneForm } from './capture.view.js';
import { waiting, type Followed } from './handover.view.js';
import { stepPage } from './step.view.js';

export interface VendorView extends Followed {
  /** The URL of the vendor's pages. Undefined until the vendor has created its session. */
  readonly url: string | undefined;
  /** Whether the browser has just returned from the vendor's pages. */
  readonly isBack: boolean;
  readonly onPhone: boolean;
}

/** Sends the user to the pages of the vendor, and waits for the result. */
export function vendorView(view: VendorView): Html {
  const { words } = view.language;
  const { url, isBack } = view;
  const step = { stage: 'document' } as const;
  if (url === undefined) {
    const content = waiting(view, words.checking);
    return stepPage(view, { ...step, title: words.kycTitle, lead: words.vendorPreparing, content });
  }
  if (isBack) {
    const again = html`<div class="more"><a href="${url}">${words.vendorAgain}</a></div>`;
    const content = html`${waiting(view, words.checking)} ${again}`;
    return stepPage(view, { ...step, title: words.kycTitle, lead: words.vendorBack, content });
  }
  const content = html`
    <div class="actions"><a class="button" href="${url}">${words.vendorGo}</a></div>
    ${view.onPhone ? '' : phoneForm(view)} ${waiting(view, words.vendorWaiting)}
  `;
  const lead = filled(words.vendorLead, { enterprise: view.enterprise });
  return stepPage(view, { ...step, title: words.vendorTitle, lead, content });
}
