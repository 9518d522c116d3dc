/** Passkeys: to sign in with, to activate with, and to add on the account page. */
export const PASSKEYS = `const can = browserSupportsWebAuthn?.() ?? false;
for (const part of can ? $$('[data-with-passkeys]') : []) part.hidden = false;
for (const part of can ? $$('[data-without-passkeys]') : []) part.remove();

async function ask(form, fields = {}) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, ...fields });
  const answer = await fetch(form.dataset.options, { method: 'POST', body, headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error('refused');
  return answer.json();
}

function send(form, response) {
  form.elements.response.value = JSON.stringify(response);
  form.requestSubmit();
}

// A new passkey, made when the form is sent. What it needs from other fields of the page is checked first, and goes with it.
for (const form of can ? $$('form[data-passkey=register], form[data-passkey=activate]') : []) {
  const needed = (form.dataset.needs?.split(' ') ?? []).map((id) => $('#' + id));
  const failure = $('[data-not-made]', form);
  form.addEventListener('submit', async (event) => {
    if (form.elements.response.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!needed.every((field) => field.reportValidity())) return;
    const fields = Object.fromEntries(needed.map(({ name, value }) => [name, value]));
    for (const name in fields) form.elements[name].value = fields[name];
    failure.textContent = '';
    try {
      send(form, await startRegistration({ optionsJSON: await ask(form, fields) }));
    } catch {
      failure.textContent = failure.dataset.notMade;
    }
  }, { capture: true });
}

// A passkey that opens nothing: whoever keeps it is told, and offers it no more.
const { orphan } = document.body.dataset;
if (orphan) window.PublicKeyCredential?.signalUnknownCredential?.({ rpId: location.hostname, credentialId: orphan }).catch(() => undefined);

// Sign in: from the suggestions of the username field, or by the button.
async function signIn(form, suggested) {
  try {
    const optionsJSON = await ask(form);
    send(form, await startAuthentication({ optionsJSON, useBrowserAutofill: suggested, verifyBrowserAutofillInput: false }));
  } catch { /* given up by the user, who is still on the page with all other ways */ }
}
const login = $('form[data-passkey=login]');
if (login && can) {
  $('button', login).addEventListener('click', (event) => {
    event.preventDefault();
    signIn(login, false);
  });
  if (!$('.note.bad') && (await browserSupportsWebAuthnAutofill())) signIn(login, true);
}
`;
