import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { all, fieldOf, first } from './dom.js';

/**
 * Passkeys need a host name. Browsers make none for an IP address, such as that of a developer's machine in its own
 * network.
 */
const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Adds passkeys to the login, the activation and the account page, if the browser supports them. */
export async function offerPasskeys(): Promise<void> {
  forgetOrphan();
  const supported = browserSupportsWebAuthn() && !isAddress(location.hostname);
  for (const part of all(HTMLElement, '[data-with-passkeys]')) part.hidden = !supported;
  for (const part of all(HTMLElement, '[data-without-passkeys]')) part.hidden = supported;
  if (!supported) return;
  const forms = all(HTMLFormElement, 'form[data-passkey=register], form[data-passkey=activate]');
  for (const form of forms) form.addEventListener('submit', (event) => void register(form, event), { capture: true });
  for (const form of all(HTMLFormElement, 'form[data-proof]:not([data-passkey])'))
    form.addEventListener('submit', (event) => void prove(form, event), { capture: true });
  const login = first(HTMLFormElement, 'form[data-passkey=login]');
  if (login) await offerLogin(login);
}

/** Tells the password manager, where the browser supports it, to stop offering a passkey that no longer works. */
function forgetOrphan(): void {
  const { orphan } = document.body.dataset;
  if (orphan === undefined) return;
  sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID: orphan }).catch(() => undefined);
}

/** Creates a passkey when the form is sent. The other fields that it needs are validated first and sent with it. */
async function register(form: HTMLFormElement, event: SubmitEvent): Promise<void> {
  if (fieldOf(form, 'response')?.value) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const ids = (form.dataset['needs'] ?? '').split(' ').filter(Boolean);
  const needed = ids.flatMap((id) => first(HTMLInputElement, `#${id}`) ?? []);
  if (!needed.every((field) => field.reportValidity())) return;
  const fields = Object.fromEntries(needed.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(fields)) setField(form, name, value);
  const failure = first(HTMLElement, '[data-not-made]', form);
  if (failure) failure.textContent = '';
  try {
    const proof: Record<string, string> = form.dataset['proof'] === undefined ? {} : { proof: await shown(form) };
    const optionsJSON = await ask<PublicKeyCredentialCreationOptionsJSON>(form, { ...fields, ...proof });
    send(form, await startRegistration({ optionsJSON }));
  } catch {
    if (failure) failure.textContent = failure.dataset['notMade'] ?? '';
  }
}

/** Asks for a passkey before the form is sent, and sends the proof with the form. */
async function prove(form: HTMLFormElement, event: SubmitEvent): Promise<void> {
  if (fieldOf(form, 'proof')?.value) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const failure = first(HTMLElement, '[data-not-given]', form);
  if (failure) failure.textContent = '';
  try {
    setField(form, 'proof', await shown(form));
    form.requestSubmit();
  } catch (error) {
    if (failure) failure.textContent = failure.dataset[reasonOf(error)] ?? '';
  }
}

async function shown(form: HTMLFormElement): Promise<string> {
  const optionsJSON = await ask<PublicKeyCredentialRequestOptionsJSON>(form, {}, form.dataset['proof']);
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/**
 * Offers a login with a passkey: by a button, and in the suggestions of the username field. Failures are shown only to
 * users who have pressed the button.
 */
async function offerLogin(form: HTMLFormElement): Promise<void> {
  first(HTMLButtonElement, 'button', form)?.addEventListener('click', (event) => {
    event.preventDefault();
    void signIn(form, false);
  });
  if (!first(HTMLElement, '.note.bad') && (await browserSupportsWebAuthnAutofill())) void signIn(form, true);
}

async function signIn(form: HTMLFormElement, suggested: boolean): Promise<void> {
  const failure = suggested ? undefined : first(HTMLElement, '[data-not-given]', form);
  if (failure) failure.textContent = '';
  try {
    const optionsJSON = await ask<PublicKeyCredentialRequestOptionsJSON>(form);
    const how = { useBrowserAutofill: suggested, verifyBrowserAutofillInput: false };
    send(form, await startAuthentication({ optionsJSON, ...how }));
  } catch (error) {
    if (failure) failure.textContent = failure.dataset[reasonOf(error)] ?? '';
  }
}

/** The reason, as far as it is known: browsers do not say whether a passkey is missing or was withheld. */
function reasonOf(error: unknown): 'notStarted' | 'unreached' | 'notGiven' {
  if (error instanceof Refused) return 'notStarted';
  return error instanceof Unreached ? 'unreached' : 'notGiven';
}

class Refused extends Error {}
class Unreached extends Error {}

async function ask<Options>(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>> = {},
  url = form.dataset['options'],
): Promise<Options> {
  const body = new URLSearchParams({ csrf: fieldOf(form, 'csrf')?.value ?? '', ...fields });
  const headers = { accept: 'application/json' };
  const answer = await fetch(url ?? '', { method: 'POST', body, headers }).catch(() => {
    throw new Unreached();
  });
  if (!answer.ok) throw new Refused();
  return (await answer.json()) as Options;
}

function send(form: HTMLFormElement, response: object): void {
  setField(form, 'response', JSON.stringify(response));
  form.requestSubmit();
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = fieldOf(form, name);
  if (field) field.value = value;
}
