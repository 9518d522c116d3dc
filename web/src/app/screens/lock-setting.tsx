import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { LOCK_AFTER } from '../lock/app-lock.js';
import { useBusy } from '../ui/busy.js';
import { Icon } from '../ui/icon.js';
import { Group } from '../ui/lines.js';

const NAMES = { 0: 'lockAtOnce', 1: 'lockMinute', 5: 'lockMinutes5', 15: 'lockMinutes15' } as const;

/** Lets the user choose whether the app locks, and after how long without use. */
export function LockSetting() {
  const { lock, settings } = useApp();
  const [works, setWorks] = useState<boolean>();
  const [trouble, setTrouble] = useState(false);
  useEffect(() => void lock.works().then(setWorks), []);
  const [busy, toggle] = useBusy(async () => {
    const done = await (lock.on ? lock.turnOff() : lock.turnOn(settings.brand).then(() => true)).catch(() => false);
    setTrouble(!done);
  });
  const usable = lock.on || works === true;
  return (
    <Group title={t('lock')}>
      <button
        type="button"
        class="line"
        role="switch"
        aria-checked={lock.on}
        aria-busy={busy}
        aria-disabled={!usable}
        onClick={() => {
          if (usable && !busy) toggle();
        }}
      >
        <Icon name="lock" />
        <span class="text">
          <span class="name">{t('lockSet')}</span>
          <span class="value" role={trouble ? 'alert' : undefined}>
            {t(trouble ? 'lockFailed' : works === false ? 'lockUnsupported' : 'lockSetText')}
          </span>
        </span>
        <span class="switch" aria-hidden="true" />
      </button>
      {lock.on && (
        <div class="line">
          <Icon name="clock" />
          <label class="text" for="lock-after">
            {t('lockAfter')}
          </label>
          <select
            id="lock-after"
            class="text"
            value={lock.after.value}
            onChange={({ currentTarget }) => lock.wait(Number(currentTarget.value))}
          >
            {LOCK_AFTER.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t(NAMES[minutes])}
              </option>
            ))}
          </select>
        </div>
      )}
    </Group>
  );
}
