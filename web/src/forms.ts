import { all, first } from './dom.js';

/** A page is not told when its user stops the browser from loading. After this time, its form can be sent again. */
const AGAIN_MS = 10_000;

const sent = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>();

/** Prevents sending a form twice. A page restored from the browser's history can be sent again. */
export function sendOnce(): void {
  for (const form of all(HTMLFormElement, 'form')) form.addEventListener('submit', (event) => noteSent(form, event));
  addEventListener('pageshow', () => all(HTMLFormElement, 'form').forEach(forgetSent));
}

function noteSent(form: HTMLFormElement, event: SubmitEvent): void {
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  event.submitter?.setAttribute('aria-busy', 'true');
  const again = setTimeout(() => forgetSent(form), AGAIN_MS);
  sent.set(form, again);
}

function forgetSent(form: HTMLFormElement): void {
  clearTimeout(sent.get(form));
  sent.delete(form);
  for (const shown of all(HTMLInputElement, 'input[name=response], input[name=proof]', form)) shown.value = '';
  for (const button of all(HTMLElement, '[aria-busy]', form)) button.removeAttribute('aria-busy');
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
