import { useEffect, useState } from 'preact/hooks';
import type { StepUpMethod } from '@countersign/client';
import { bodyFor, directionOf, labelIn, langOf } from '../actions.js';
import { language, t } from '../language.js';
import { now } from '../time.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note } from '../ui/parts.js';
import { Sheet } from '../ui/sheet.js';
import { FaceCheck } from './face.js';
import { askPasskey, passkeysWork, type PasskeyTrouble } from './passkey.js';
import { type PendingStepUp, pendingStepUp } from './step-ups.js';

type Method<T> = Extract<StepUpMethod, { readonly type: T }>;

const methodIn = <T extends StepUpMethod['type']>({ methods }: PendingStepUp, type: T): Method<T> | undefined =>
  methods.find((method): method is Method<T> => method.type === type);

/** Asks the user to prove who they are before an important answer is sent. */
export function StepUpSheet() {
  const asked = pendingStepUp.value;
  return asked ? <Asked asked={asked} /> : null;
}

function Asked({ asked }: { readonly asked: PendingStepUp }) {
  const { notification, response, settle, expire, expiresAt } = asked;
  const body = bodyFor(notification.body, language().tag);
  const action = notification.actions.find(({ action: one }) => one === response);
  const over = now.value > expiresAt.getTime();
  useEffect(() => {
    if (over) expire();
  }, [over]);
  return (
    <Sheet title={t('confirmTitle')} onClose={() => settle(null)}>
      <p class="about" lang={langOf(body.lng)} dir={directionOf(body.lng)}>
        <strong>{body.subject}</strong>
        <span>{action ? labelIn(body, action) : response}</span>
      </p>
      <Methods asked={asked} />
    </Sheet>
  );
}

function Methods({ asked }: { readonly asked: PendingStepUp }) {
  const [trouble, setTrouble] = useState<PasskeyTrouble>();
  const passkey = passkeysWork() ? methodIn(asked, 'passkey') : undefined;
  const password = methodIn(asked, 'password');
  const face = methodIn(asked, 'face');
  if (face) return <FaceCheck steps={face.steps} done={(frames) => asked.settle({ type: 'face', frames })} />;
  return (
    <div class="methods">
      {trouble !== undefined && (
        <Note kind="bad" loud>
          {t(trouble)}
        </Note>
      )}
      {passkey && trouble !== 'passkeyElsewhere' && (
        <PasskeyButton options={passkey.options} asked={asked} fail={setTrouble} quiet={password !== undefined} />
      )}
      {passkey && password && trouble !== 'passkeyElsewhere' && <p class="else">{t('or')}</p>}
      {password && <PasswordForm asked={asked} />}
      {!password && !passkey && <Note kind="bad">{t('noMethod')}</Note>}
    </div>
  );
}

interface PasskeyProps {
  readonly options: unknown;
  readonly asked: PendingStepUp;
  readonly fail: (trouble: PasskeyTrouble | undefined) => void;
  readonly quiet: boolean;
}

function PasskeyButton({ options, asked, fail, quiet }: PasskeyProps) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    fail(undefined);
    const answer = await askPasskey(options);
    if ('assertion' in answer) asked.settle({ type: 'passkey', assertion: answer.assertion });
    else fail(answer.trouble);
    setBusy(false);
  };
  return (
    <BusyButton class={quiet ? 'quiet' : ''} busy={busy} onClick={() => void ask()}>
      <Icon name="key" />
      {t('usePasskey')}
    </BusyButton>
  );
}

function PasswordForm({ asked }: { readonly asked: PendingStepUp }) {
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') asked.settle({ type: 'password', password });
      }}
    >
      <label for="step-up-password">{t('password')}</label>
      <input
        id="step-up-password"
        class="text"
        type="password"
        autocomplete="current-password"
        required
        maxLength={1024}
        value={password}
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      <BusyButton type="submit" busy={false}>
        {t('confirm')}
      </BusyButton>
    </form>
  );
}
