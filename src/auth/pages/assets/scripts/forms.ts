/** A form is sent once; what is to be heard has the focus; times are those of where the browser is; logos fit. */
export const FORMS = `for (const form of $$('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
  });
}
addEventListener('pageshow', () => {
  for (const form of $$('form')) delete form.dataset.sent;
  for (const response of $$('input[name=response]')) response.value = '';
  for (const button of $$('[aria-busy]')) button.removeAttribute('aria-busy');
});

$('.note[tabindex]')?.focus();

for (const time of $$('time')) {
  const exact = new Intl.DateTimeFormat(document.body.dataset.dates, time.dataset.exact ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'long' });
  time.textContent = exact.format(new Date(time.dateTime));
}

// A logo that is a whole name says it already; one that does not come leaves no gap.
for (const logo of $$('.brand img, .who img')) {
  const fit = () => logo.parentElement.classList.toggle('wordmark', logo.naturalWidth > 2 * logo.naturalHeight);
  logo.decode().then(fit, () => { logo.hidden = true; });
}
`;
