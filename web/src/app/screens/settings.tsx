import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { BRAND_LINKS } from '../settings.js';
import { language, t } from '../language.js';
import { messageOf } from '../failures.js';
import { Icon } from '../ui/icon.js';
import { type Attempt, Group, Line } from '../ui/lines.js';
import { BusyButton, Note, Title } from '../ui/parts.js';
import { LockSetting } from './lock-setting.js';
import { ThisDevice } from './this-device.js';
import { InstallOffer } from './welcome.js';

export function SettingsScreen() {
  const { phone, settings } = useApp();
  const [trouble, setTrouble] = useState('');
  const attempt: Attempt = async (work) => {
    setTrouble('');
    try {
      await work();
    } catch (error) {
      setTrouble(messageOf(error));
    }
  };
  return (
    <section class="list narrow" aria-label={t('settings')}>
      <div class="head">
        <Title>{t('settings')}</Title>
      </div>
      {trouble !== '' && (
        <Note kind="bad" loud>
          {trouble}
        </Note>
      )}
      <Group title={t('account')}>
        <Line icon="shield" name={t('signedInAs')}>
          {phone.session.value?.name ?? t('nameless')}
        </Line>
        <a class="line" href={settings.accountUrl} target="_blank" rel="noreferrer">
          <Icon name="lock" />
          <span class="text">{t('accountPage')}</span>
          <Icon name="external" />
        </a>
      </Group>
      <ThisDevice attempt={attempt} />
      <LockSetting />
      <Preferences attempt={attempt} />
      <Group title={t('about')}>
        <Line icon="about" name={t('service')}>
          <bdi>{new URL(settings.issuer).host}</bdi>
        </Line>
        {BRAND_LINKS.filter((link) => settings.links[link]).map((link) => (
          <a key={link} class="line" href={settings.links[link]} target="_blank" rel="noreferrer">
            <Icon name="about" />
            <span class="text">{t(link)}</span>
            <Icon name="external" />
          </a>
        ))}
      </Group>
      <InstallOffer />
      <SignOut attempt={attempt} />
    </section>
  );
}

function Preferences({ attempt }: { readonly attempt: Attempt }) {
  const { settings, choose } = useApp();
  return (
    <Group title={t('preferences')}>
      <PushSwitch attempt={attempt} />
      <div class="line">
        <Icon name="language" />
        <label class="text" for="language">
          {t('language')}
        </label>
        <select
          id="language"
          class="text"
          value={language().tag}
          onChange={({ currentTarget }) => {
            const chosen = settings.languages.find(({ tag }) => tag === currentTarget.value);
            if (chosen) choose(chosen);
          }}
        >
          {settings.languages.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </Group>
  );
}

function PushSwitch({ attempt }: { readonly attempt: Attempt }) {
  const { phone, push } = useApp();
  const [busy, setBusy] = useState(false);
  const state = push.state.value;
  const hints = {
    notOffered: 'pushNotOffered',
    unsupported: 'pushUnsupported',
    blocked: 'pushBlocked',
    off: 'pushText',
    on: 'pushText',
  } as const;
  const usable = phone.device.value && (state === 'on' || state === 'off');
  const toggle = async () => {
    setBusy(true);
    await attempt(() => (state === 'on' ? push.switchOff() : push.switchOn()));
    setBusy(false);
  };
  return (
    <button
      type="button"
      class="line"
      role="switch"
      aria-checked={state === 'on'}
      aria-busy={busy}
      aria-disabled={!usable}
      onClick={() => {
        if (usable && !busy) void toggle();
      }}
    >
      <Icon name="bell" />
      <span class="text">
        <span class="name">{t('push')}</span>
        <span class="value">{t(state === 'notOffered' || phone.device.value ? hints[state] : 'pushNeedsDevice')}</span>
      </span>
      <span class="switch" aria-hidden="true" />
    </button>
  );
}

function SignOut({ attempt }: { readonly attempt: Attempt }) {
  const { phone, lock } = useApp();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    await attempt(async () => {
      await phone.signOut();
      lock.forget();
    });
    setBusy(false);
  };
  return (
    <BusyButton class="quiet" busy={busy} onClick={() => void signOut()}>
      <Icon name="leave" />
      {t('signOut')}
    </BusyButton>
  );
}
