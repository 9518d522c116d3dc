import { useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { messageOf } from '../failures.js';
import { useBusy } from '../ui/busy.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note, Title } from '../ui/parts.js';

/** Shown instead of everything until the device has recognised its owner. Nothing of a request is visible. */
export function Locked() {
  const { phone, lock } = useApp();
  const [trouble, setTrouble] = useState('');
  const [busy, unlock] = useBusy(async () => setTrouble((await lock.unlock()) ? '' : t('lockFailed')));
  const [leaving, signOut] = useBusy(async () => {
    try {
      await phone.signOut();
      lock.forget();
    } catch (error) {
      setTrouble(messageOf(error));
    }
  });
  const { value } = phone.requests;
  const waiting = value.state === 'ready' ? value.items.length : 0;
  return (
    <main class="welcome locked">
      <div class="card">
        <span class="symbol">
          <Icon name="lock" />
        </span>
        <Title>{t('lockedTitle')}</Title>
        <p class="lead">{waiting > 0 ? t('lockedWaiting', { count: waiting }) : t('lockedText')}</p>
        {trouble !== '' && (
          <Note kind="bad" loud>
            {trouble}
          </Note>
        )}
        <BusyButton busy={busy} onClick={unlock}>
          {t('unlock')}
        </BusyButton>
        <BusyButton class="plain" busy={leaving} onClick={signOut}>
          {t('lockOther')}
        </BusyButton>
      </div>
    </main>
  );
}
