import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { hasCode, messageOf } from '../failures.js';
import { reached } from '../settings.js';
import { now } from '../time.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note, Title } from '../ui/parts.js';
import { DeviceNameField } from '../ui/device-name-field.js';
import { Approval } from './approval.js';

/** A device must be registered within 300 seconds of a login. Ten of them are reserved for the request itself. */
const FRESH_SECONDS = 290;

/** The state of the registration of this device, and the functions with which the user continues it. */
function useRegistration() {
  const { phone, approval, settings } = useApp();
  const [state, setState] = useState({ busy: false, trouble: '', stale: false });
  const stale = state.stale || (now.value > 0 && phone.secondsSinceLogin > FRESH_SECONDS);
  const ask = () => void approval.ask();
  const act = async (work: () => Promise<unknown>) => {
    setState({ ...state, busy: true, trouble: '' });
    try {
      await work();
    } catch (error) {
      const again = hasCode(error, 'login_required');
      approval.demanded = hasCode(error, 'approval_needed');
      setState({ busy: false, trouble: again || approval.demanded ? '' : messageOf(error), stale: stale || again });
      if (approval.demanded) ask();
    }
  };
  const register = () => void act(() => phone.register(approval.name.value));
  const login = () => void act(async () => location.assign(reached(await phone.signInUrl(true), settings)));
  return { ...state, stale, approval, ask, register, login };
}

type Registration = ReturnType<typeof useRegistration>;

/** Shown after the first login: gives this device a key of its own. */
export function Register() {
  const { phone } = useApp();
  const registration = useRegistration();
  const { state } = registration.approval.state.value;
  return (
    <main class="welcome">
      <div class="card">
        {state === 'none' ? <Form of={registration} /> : <ByOtherPhone of={registration} />}
        {state !== 'waiting' && (
          <button type="button" class="plain later" onClick={() => phone.putOffRegistration()}>
            {t('later')}
          </button>
        )}
      </div>
    </main>
  );
}

function ByOtherPhone({ of: registration }: { readonly of: Registration }) {
  const { settings } = useApp();
  const { approval, ask, busy, login } = registration;
  const { value } = approval.state;
  const isAlone = value.state === 'over' && value.why === 'nobody';
  return (
    <Approval approval={approval} again={ask}>
      {approval.demanded && !isAlone ? (
        <p class="hint">{t('approveLost', { brand: settings.brand })}</p>
      ) : (
        <BusyButton class={isAlone ? '' : 'quiet'} busy={busy} onClick={login}>
          {t('loginAgain')}
        </BusyButton>
      )}
    </Approval>
  );
}

function Form({ of: registration }: { readonly of: Registration }) {
  const { approval, ask, busy, login, register, stale, trouble } = registration;
  return (
    <>
      <span class="symbol large">
        <Icon name="phone" />
      </span>
      <Title>{t('registerTitle')}</Title>
      <p class="lead">{t('registerText')}</p>
      {trouble !== '' && (
        <Note kind="bad" loud>
          {trouble}
        </Note>
      )}
      {stale ? (
        <div class="actions">
          <Note kind="calm" icon="clock">
            {t('loginAgainText')}
          </Note>
          <BusyButton busy={busy} onClick={login}>
            {t('loginAgain')}
          </BusyButton>
          <button type="button" class="quiet" onClick={ask}>
            {t('approveAsk')}
          </button>
        </div>
      ) : (
        <NameForm
          busy={busy}
          name={approval.name.value}
          change={(name) => (approval.name.value = name)}
          register={register}
        />
      )}
    </>
  );
}

interface NameProps {
  readonly busy: boolean;
  readonly name: string;
  readonly change: (name: string) => void;
  readonly register: () => void;
}

function NameForm({ busy, name, change, register }: NameProps) {
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && name.trim() !== '') register();
      }}
    >
      <DeviceNameField name={name} change={change} hint={t('deviceNameHint')} />
      <BusyButton type="submit" busy={busy}>
        {t('registerDevice')}
      </BusyButton>
    </form>
  );
}
