import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { messageOf } from '../failures.js';
import { reached } from '../settings.js';
import { Icon, type IconName } from '../ui/icon.js';
import { BusyButton, Note, Title } from '../ui/parts.js';
import { Languages } from '../ui/languages.js';

const REASONS: readonly (readonly [IconName, 'reasonSee' | 'reasonSign' | 'reasonReport'])[] = [
  ['inbox', 'reasonSee'],
  ['key', 'reasonSign'],
  ['flag', 'reasonReport'],
];

/** The page that is shown while nobody is signed in. */
export function Welcome() {
  const { phone, settings } = useApp();
  const [state, setState] = useState<{ busy: boolean; trouble: string }>({ busy: false, trouble: '' });
  const signIn = async () => {
    setState({ busy: true, trouble: '' });
    try {
      location.assign(reached(await phone.signInUrl(), settings));
    } catch (error) {
      setState({ busy: false, trouble: messageOf(error) });
    }
  };
  const trouble = state.trouble || phone.note.value;
  return (
    <main class="welcome">
      <div class="card">
        <Title>{t('welcomeTitle', { brand: settings.brand })}</Title>
        <p class="lead">{t('welcomeText')}</p>
        <ul class="reasons">
          {REASONS.map(([icon, word]) => (
            <li key={word}>
              <span class="symbol">
                <Icon name={icon} />
              </span>
              {t(word)}
            </li>
          ))}
        </ul>
        {trouble !== '' && (
          <Note kind="bad" loud>
            {trouble}
          </Note>
        )}
        {settings.clientId === undefined ? (
          <Note kind="bad">{t('notSetUp')}</Note>
        ) : (
          <>
            <BusyButton busy={state.busy} onClick={() => void signIn()}>
              {t('signIn')}
            </BusyButton>
            <p class="hint">{t('firstTime')}</p>
          </>
        )}
        <InstallOffer />
      </div>
      <Languages />
    </main>
  );
}

export function InstallOffer() {
  const { install } = useApp();
  const offer = install();
  if (!offer) return null;
  return (
    <button type="button" class="quiet" onClick={() => void offer()}>
      <Icon name="install" />
      {t('install')}
    </button>
  );
}
