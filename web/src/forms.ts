import { all, first } from './dom.js';

/** Prevents sending a form twice. A page restored from the browser's history can be sent again. */
export function sendOnce(): void {
  for (const form of all(HTMLFormElement, 'form')) form.addEventListener('submit', (event) => noteSent(form, event));
  addEventListener('pageshow', forgetSent);
}

function noteSent(form: HTMLFormElement, event: SubmitEvent): void {
  if (form.dataset['sent'] === undefined) event.submitter?.setAttribute('aria-busy', 'true');
  else event.preventDefault();
  form.dataset['sent'] = 'yes';
}

function forgetSent(): void {
  for (const form of all(HTMLFormElement, 'form')) delete form.dataset['sent'];
  for (const shown of all(HTMLInputElement, 'input[name=response], input[name=proof]')) shown.value = '';
  for (const button of all(HTMLElement, '[aria-busy]')) button.removeAttribute('aria-busy');
}

/** Focuses the message that screen readers should read first. */
export const focusNote = (): void => first(HTMLElement, '.note[tabindex]')?.focus();

/** Converts the server's UTC times to the browser's time zone. */
export function localTimes(): void {
  const locale = document.body.dataset['dates'];
  for (const time of all(HTMLTimeElement, 'time')) {
    const style = time.dataset['exact']
      ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
      : ({ dateStyle: 'long' } as const);
    time.textContent = new Intl.DateTimeFormat(locale, style).format(new Date(time.dateTime));
  }
}

/** Hides the text beside a logo that contains the name, and removes a logo that does not load. */
export function fitLogos(): void {
  for (const logo of all(HTMLImageElement, '.brand img, .who img')) {
    const fit = () => logo.parentElement?.classList.toggle('wordmark', logo.naturalWidth > 2 * logo.naturalHeight);
    logo.decode().then(fit, () => {
      logo.hidden = true;
    });
  }
}
