import type { ComponentChildren } from 'preact';
import type { DeviceApproval } from '@countersign/client';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import type { ApprovalState, NotApproved, PhoneApproval } from '../phone-approval.js';
import { Countdown } from '../ui/countdown.js';
import { Icon, type IconName } from '../ui/icon.js';
import { BusyButton, Note, Spinner, Title } from '../ui/parts.js';

interface Props {
  readonly approval: PhoneApproval;
  readonly again: () => void;
  /** The other ways to register this device, shown when the other phone has not approved it. */
  readonly children: ComponentChildren;
}

/** Shown while another phone is asked about this device, and when that has failed. */
export function Approval({ approval, again, children }: Props) {
  const { value } = approval.state;
  if (value.state === 'waiting') return <Waiting of={value} cancel={() => approval.cancel()} />;
  return (
    <>
      <Outcome of={value} />
      <div class="actions">
        {!(value.state === 'over' && value.why === 'nobody') && (
          <BusyButton busy={value.state === 'asking'} onClick={again}>
            {t('approveAgain')}
          </BusyButton>
        )}
        {children}
      </div>
    </>
  );
}

interface WaitingProps {
  readonly of: Extract<ApprovalState, { readonly state: 'waiting' }>;
  readonly cancel: () => void;
}

function Waiting({ of: { approval, since }, cancel }: WaitingProps) {
  return (
    <>
      <Title of="waiting">{t('approveTitle')}</Title>
      <p class="lead">{t('approveText', { devices: namesOf(approval) })}</p>
      <p class="shown-number" dir="ltr">
        {approval.number}
      </p>
      <p class="waits" role="status">
        <Spinner />
        {t('approveWaiting')}
      </p>
      <Countdown from={since} until={approval.expiresAt.getTime()} />
      <p class="hint">{t('approveHint')}</p>
      <button type="button" class="quiet" onClick={cancel}>
        {t('cancel')}
      </button>
    </>
  );
}

const OUTCOMES = {
  refused: ['cross', 'approveRefusedTitle', 'approveRefusedText'],
  expired: ['clock', 'approveExpiredTitle', 'approveExpiredText'],
  cancelled: ['cross', 'approveCancelledTitle', 'approveCancelledText'],
  nobody: ['phone', 'approveNobodyTitle', 'approveNobodyText'],
} as const satisfies Record<NotApproved, readonly [IconName, string, string]>;

function Outcome({ of: value }: { readonly of: ApprovalState }) {
  const { settings } = useApp();
  const [icon, title, text] = value.state === 'over' ? OUTCOMES[value.why] : (['phone', 'approveTitle'] as const);
  return (
    <>
      <span class="symbol large">
        <Icon name={icon} />
      </span>
      <Title of={title}>{t(title)}</Title>
      {text && (
        <p class="lead" role="status">
          {t(text, { brand: settings.brand })}
        </p>
      )}
      {value.state === 'failed' && (
        <Note kind="bad" loud>
          {value.message}
        </Note>
      )}
    </>
  );
}

/** The names of the devices. Each is isolated, so that its text direction does not affect the sentence. */
const namesOf = ({ devices }: DeviceApproval): string =>
  new Intl.ListFormat(language().locale, { type: 'disjunction' }).format(devices.map((name) => `\u2068${name}\u2069`));
