import { all } from './dom.js';
import { offerCopies } from './idv/copying.js';
import { DocumentCapture } from './idv/document-capture.js';
import { CountryField } from './idv/country-field.js';
import { follow } from './idv/follow.js';
import { IdleWarning } from './idv/idle.js';
import { fitKinds } from './idv/kinds.js';
import { SelfieCapture } from './idv/selfie-capture.js';

// Connects the scripts of identity verification with the elements of the page, which has the texts.
for (const root of all(HTMLElement, '[data-capture=document]')) new DocumentCapture(root);
for (const root of all(HTMLElement, '[data-capture=selfie]')) new SelfieCapture(root);
for (const root of all(HTMLElement, '[data-version]')) void follow(root);
for (const dialog of all(HTMLDialogElement, 'dialog[data-seconds]')) new IdleWarning(dialog);
for (const country of all(HTMLSelectElement, 'select#country')) {
  fitKinds(country);
  CountryField.of(country);
}
offerCopies();
// A page that the browser restores from its back/forward cache may show a step that is over.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
