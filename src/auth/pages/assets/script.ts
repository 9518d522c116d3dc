/** Comfort for browsers with JavaScript; every page works without. Words come from the page. */
export const SCRIPT = `const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser ?? {};

const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

// A password can be looked at while it is typed.
for (const input of $$('input[type=password]')) {
  const { show, hide, showPassword } = document.body.dataset;
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'reveal', textContent: show });
  button.setAttribute('aria-label', showPassword);
  button.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-controls', input.id);
  button.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.textContent = shown ? hide : show;
    button.setAttribute('aria-pressed', String(shown));
  });
  input.parentElement.classList.add('can-reveal');
  input.after(button);
  input.form.addEventListener('submit', () => { input.type = 'password'; });
}

// A form is sent once.
for (const form of $$('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
  });
}
addEventListener('pageshow', () => {
  for (const form of $$('form')) delete form.dataset.sent;
  for (const button of $$('[aria-busy]')) button.removeAttribute('aria-busy');
});

$('[role=alert]')?.focus();

async function ask(form, extra = {}) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, ...extra });
  const answer = await fetch(form.dataset.options, { method: 'POST', body, headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error('refused');
  return answer.json();
}

function send(form, response) {
  form.elements.response.value = JSON.stringify(response);
  form.requestSubmit();
}

for (const part of browserSupportsWebAuthn?.() ? $$('[data-with-passkeys]') : []) part.hidden = false;

// Sign in: from the suggestions of the username field, or by the button.
const login = $('form[data-passkey=login]');
if (login && browserSupportsWebAuthn?.()) {
  $('button', login).addEventListener('click', async (event) => {
    event.preventDefault();
    try {
      send(login, await startAuthentication({ optionsJSON: await ask(login) }));
    } catch { /* given up by the user, who is still on the page with all other ways */ }
  });
  if (!$('[role=alert]') && (await browserSupportsWebAuthnAutofill())) {
    try {
      send(login, await startAuthentication({ optionsJSON: await ask(login), useBrowserAutofill: true, verifyBrowserAutofillInput: false }));
    } catch { /* the button was pressed instead, or the page left */ }
  }
}

// A new passkey, made when the form is sent. What it needs from other fields of the page is checked first, and goes with it.
function makesPasskey(form, needed = []) {
  const said = $('[data-not-made]', form);
  form.addEventListener('submit', async (event) => {
    const { response } = form.elements;
    if (response.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!needed.every((field) => field.reportValidity())) return;
    for (const { name, value } of needed) form.elements[name].value = value;
    said.textContent = '';
    try {
      send(form, await startRegistration({ optionsJSON: await ask(form, Object.fromEntries(needed.map(({ name, value }) => [name, value]))) }));
    } catch {
      said.textContent = said.dataset.notMade;
    }
  }, { capture: true });
}

const registration = $('form[data-passkey=register]');
if (registration && browserSupportsWebAuthn?.()) {
  $('[data-without-script]')?.remove();
  makesPasskey(registration);
}

const activation = $('form[data-passkey=activate]');
if (activation) makesPasskey(activation, [$('#login'), $('#activation_code')]);

// A passkey that was made in vain: whoever keeps it is told, and offers it no more.
const { orphan } = activation?.dataset ?? {};
if (orphan) window.PublicKeyCredential?.signalUnknownCredential?.({ rpId: location.hostname, credentialId: orphan }).catch(() => undefined);
`;
