import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { deviceName } from '../device-name.js';
import { t } from '../language.js';
import { hasCode, messageOf } from '../phone.js';
import { reached } from '../settings.js';
import { now } from '../time.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note, Title } from '../ui/parts.js';
import { DeviceNameField } from '../ui/device-name-field.js';

/** A device is registered within five minutes of a login. Some seconds are for the way there. */
const FRESH_SECONDS = 290;

/** After the first login: gives this device a key of its own. */
export function Register() {
  const { phone, settings } = useApp();
  const [state, setState] = useState({ busy: false, trouble: '', stale: false });
  const stale = state.stale || (now.value > 0 && phone.secondsSinceLogin > FRESH_SECONDS);
  const act = async (work: () => Promise<unknown>) => {
    setState({ ...state, busy: true, trouble: '' });
    try {
      await work();
    } catch (error) {
      const again = hasCode(error, 'login_required');
      setState({ busy: false, trouble: again ? '' : messageOf(error), stale: stale || again });
    }
  };
  const loginAgain = async () => {
    location.assign(reached(await phone.signInUrl(true), settings));
  };
  return (
    <main class="welcome">
      <div class="card">
        <span class="symbol large">
          <Icon name="phone" />
        </span>
        <Title>{t('registerTitle')}</Title>
        <p class="lead">{t('registerText')}</p>
        {state.trouble !== '' && (
          <Note kind="bad" loud>
            {state.trouble}
          </Note>
        )}
        {stale ? (
          <div class="actions">
            <Note kind="calm" icon="clock">
              {t('loginAgainText')}
            </Note>
            <BusyButton busy={state.busy} onClick={() => void act(loginAgain)}>
              {t('loginAgain')}
            </BusyButton>
          </div>
        ) : (
          <NameForm busy={state.busy} register={(name) => void act(() => phone.register(name))} />
        )}
        <button type="button" class="plain later" onClick={() => phone.putOffRegistration()}>
          {t('later')}
        </button>
      </div>
    </main>
  );
}

function NameForm({ busy, register }: { readonly busy: boolean; readonly register: (name: string) => void }) {
  const [name, setName] = useState(deviceName(navigator.userAgent));
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && name.trim() !== '') register(name.trim());
      }}
    >
      <DeviceNameField name={name} change={setName} hint={t('deviceNameHint')} />
      <BusyButton type="submit" busy={busy}>
        {t('registerDevice')}
      </BusyButton>
    </form>
  );
}
