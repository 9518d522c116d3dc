import type { ComponentType } from 'preact';
import { announcement } from './announce.js';
import { useApp } from './context.js';
import { t } from './language.js';
import { hashOf, route, type Tab } from './route.js';
import { History } from './screens/history.js';
import { Locked } from './screens/locked.js';
import { Register } from './screens/register.js';
import { Requests } from './screens/requests.js';
import { SettingsScreen } from './screens/settings.js';
import { Welcome } from './screens/welcome.js';
import { StepUpSheet } from './step-up/sheet.js';
import { Note } from './ui/parts.js';
import { Icon, type IconName } from './ui/icon.js';

const TABS: readonly (readonly [Tab, IconName, ComponentType])[] = [
  ['requests', 'inbox', Requests],
  ['history', 'history', History],
  ['settings', 'settings', SettingsScreen],
];

/** The whole app, depending on who is signed in and what is open. */
export function Frame() {
  const { phone, lock } = useApp();
  const signedIn = phone.session.value !== null;
  if (signedIn && lock.locked.value) {
    return (
      <div class="app">
        <Top />
        <Locked />
      </div>
    );
  }
  const registering = phone.registering.value;
  return (
    <div class={`app ${signedIn && !registering ? 'signed-in' : ''}`}>
      <Top />
      {!signedIn && <Welcome />}
      {registering && <Register />}
      {signedIn && !registering && <SignedIn />}
      <StepUpSheet />
      <p class="unseen" role="status" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

function Top() {
  const { phone, settings } = useApp();
  const offline = !phone.online.value;
  const state = offline ? 'offline' : phone.session.value !== null && STATES[phone.connection.value];
  return (
    <header class="top">
      <p class="brand">
        <img src={brandImage()} alt="" width="36" height="36" />
        <span dir="auto">{settings.brand}</span>
      </p>
      {state && (
        <p class={`connection ${state === 'connecting' ? '' : 'offline'}`} role="status">
          <Icon name={state === 'connecting' ? 'refresh' : 'offline'} />
          {t(state)}
        </p>
      )}
    </header>
  );
}

/**
 * The text for each state of the live connection; `online` needs none. In the state `offline`, the browser has no
 * network, or the service has ended the connection and the app does not reconnect by itself.
 */
const STATES = { online: false, connecting: 'connecting', offline: 'notConnected' } as const;

/** The logo of the enterprise. The server writes its address into the page. */
const image = document.querySelector<HTMLImageElement>('.opening .brand img')?.src;
const brandImage = (): string => image ?? '';

function SignedIn() {
  const { phone } = useApp();
  const { tab: current } = route.value;
  const { value } = phone.requests;
  const waiting = value.state === 'ready' ? value.items.length : 0;
  const Screen = TABS.find(([tab]) => tab === current)?.[2] ?? Requests;
  return (
    <>
      <nav class="tabs" aria-label={t('navigation')}>
        {TABS.map(([tab, icon]) => (
          <a key={tab} href={hashOf({ tab })} aria-current={tab === current ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{t(tab)}</span>
            {tab === 'requests' && waiting > 0 && (
              <span class="count">
                {waiting}
                <span class="unseen"> {t('waiting')}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <main>
        {phone.trouble.value !== '' && (
          <Note kind="bad" loud>
            {phone.trouble}
          </Note>
        )}
        <Screen key={current} />
      </main>
    </>
  );
}
