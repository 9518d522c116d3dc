import { signal } from '@preact/signals';
import { createClient } from '@countersign/client';
import { render } from 'preact';
import { AppContext } from './app/context.js';
import { Frame } from './app/frame.js';
import { preferences } from './app/preferences.js';
import { AppLock } from './app/lock/app-lock.js';
import { deviceCheck } from './app/lock/device-check.js';
import { chosenLanguage, language, use } from './app/language.js';
import { Phone } from './app/phone.js';
import { PhoneApproval } from './app/phone-approval.js';
import { Push } from './app/push.js';
import { type LanguageChoice, reached, settingsIn } from './app/settings.js';
import { askUser } from './app/step-up/step-ups.js';
import { registerWorker, watchInstallation } from './app/worker.js';

const RETURN = 'countersign-return';

const settings = settingsIn(document.body);
const install = signal<(() => Promise<void>) | undefined>(undefined);
watchInstallation((offer) => (install.value = offer));
const worker = registerWorker();
use(await chosenLanguage(settings.languages));

const { texts } = language();
const client = createClient({
  issuer: settings.issuer,
  mobileUrl: settings.mobileUrl,
  clientId: settings.clientId ?? '',
  redirectUri: settings.redirectUri,
  scopes: ['openid', 'profile', 'offline_access', 'notifications'],
  language: language().tag,
  ...(texts && { texts: [texts] }),
  onStepUp: askUser,
  fetch: (url, init) => fetch(reached(url, settings), init),
  WebSocket: class extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(reached(url, settings), protocols);
    }
  },
});
const phone = new Phone(client);
const push = new Push(
  settings.vapidPublicKey,
  worker,
  (token) => client.device.setPushToken(token),
  () => phone.device.value?.deviceId,
);

/** Stores the language and reloads the page, because the texts of only one language are loaded. */
function choose({ tag }: LanguageChoice): void {
  preferences.write('language', tag);
  location.reload();
}

const lock = new AppLock(deviceCheck);
const cameBack = cameBackBy();
lock.start(cameBack !== undefined);
await phone.start(cameBack);
const app = { phone, approval: new PhoneApproval(phone), push, lock, settings, choose, install: () => install.value };
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(
    <AppContext.Provider value={app}>
      <Frame />
    </AppContext.Provider>,
    place,
  );
}
phone.device.subscribe((device) => {
  // If the new push token cannot be reported to the service now, it is reported when the app starts again.
  if (device !== undefined) void push.look().catch(() => undefined);
});
addEventListener('pagehide', rememberPlace);

/** The address with which the login page has sent the user back to the app. Removes it from the address bar. */
function cameBackBy(): string | undefined {
  const { href, search } = location;
  const query = new URLSearchParams(search);
  if (!query.has('state')) return undefined;
  history.replaceState(null, '', `/app/${sessionStorage.getItem(RETURN) ?? ''}`);
  sessionStorage.removeItem(RETURN);
  return href;
}

/**
 * Stores which request is open when the app leaves for the login page, so that it can be opened again after the login.
 */
function rememberPlace(): void {
  if (!phone.session.value && location.hash !== '') sessionStorage.setItem(RETURN, location.hash);
}
