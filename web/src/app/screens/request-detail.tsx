import { useEffect, useState } from 'preact/hooks';
import type { ActiveNotification } from '@countersign/client';
import { useApp } from '../context.js';
import { t } from '../language.js';
import { secondsUntil } from '../time.js';
import { Countdown } from '../ui/countdown.js';
import { Icon } from '../ui/icon.js';
import { Asked, useBody } from '../ui/asked.js';
import { useBusy } from '../ui/busy.js';
import { BackTo, BusyButton, Empty, Note, Skeleton, Title } from '../ui/parts.js';
import { AnswerBar } from './answer-bar.js';
import { statusOf } from './status.js';

/** One question: what is asked, by whom, how long it can still be answered, and the possible answers. */
export function RequestDetail({ uuid }: { readonly uuid: string }) {
  const { phone } = useApp();
  const { value } = phone.requests;
  const found = value.state === 'ready' ? value.items.find((item) => item.notification_uuid === uuid) : undefined;
  const [last, setLast] = useState(found);
  useEffect(() => {
    if (found) setLast(found);
  }, [found]);
  const item = found ?? last;
  return (
    <>
      <BackTo tab="requests" label={t('requests')} />
      {item ? <Question item={item} over={!found && value.state === 'ready'} /> : <Unlisted uuid={uuid} />}
    </>
  );
}

/**
 * Shown when the open request is not in the loaded list. Only a list that was read after opening it shows whether the
 * request is over.
 */
function Unlisted({ uuid }: { readonly uuid: string }) {
  const { phone } = useApp();
  const { value } = phone.requests;
  const [looked, setLooked] = useState<{ readonly failed: string | undefined }>();
  const [busy, look] = useBusy(async () => setLooked({ failed: await phone.again() }));
  const connection = phone.connection.value;
  useEffect(look, [uuid, connection === 'online']);
  const whole = value.state === 'ready' && value.whole === true && looked !== undefined && looked.failed === undefined;
  if (whole || phone.ended.value[uuid] !== undefined) {
    return <Empty icon="shield" heading="h1" title={t('goneTitle')} text={t('goneText')} />;
  }
  if (!looked) {
    return (
      <>
        <Title of={uuid}>{t('request')}</Title>
        <Skeleton />
      </>
    );
  }
  return (
    <Empty icon="offline" heading="h1" title={t('failedTitle')} text={looked.failed ?? t('notListed')}>
      <BusyButton class="quiet slim" busy={busy} onClick={look}>
        {t('tryAgain')}
      </BusyButton>
    </Empty>
  );
}

function Question({ item, over }: { readonly item: ActiveNotification; readonly over: boolean }) {
  const { phone } = useApp();
  const [body, choose] = useBody(item);
  const expired = secondsUntil(item.expiry_timestamp_epoch) === 0;
  return (
    <article class="question">
      <Asked item={item} body={body} choose={choose} />
      {over ? (
        <Over uuid={item.notification_uuid} />
      ) : (
        <>
          <Countdown from={item.create_ts_epoch} until={item.expiry_timestamp_epoch} />
          <Signing required={item.ds_required} device={phone.device.value?.name} />
          {expired ? (
            <Note kind="calm" icon="clock">
              {t('expiredText')}
            </Note>
          ) : (
            <AnswerBar item={item} body={body} />
          )}
        </>
      )}
    </article>
  );
}

/** The request has ended while it was shown: answered elsewhere, withdrawn, or expired. */
function Over({ uuid }: { readonly uuid: string }) {
  const { phone } = useApp();
  const status = phone.ended.value[uuid];
  if (phone.wrongNumber.value === uuid) {
    return (
      <Note kind="bad" icon="alert" loud>
        <p>
          <strong>{t('wrongNumber')}</strong>
        </p>
        <p>{t('wrongNumberText')}</p>
      </Note>
    );
  }
  return (
    <Note kind="calm" icon="about" loud>
      {status === undefined ? t('goneText') : status === 'UPDATED' ? t('answeredElsewhere') : statusOf({ status }).text}
    </Note>
  );
}

function Signing({ required, device }: { readonly required: boolean; readonly device: string | undefined }) {
  if (device === undefined)
    return required ? (
      <Note kind="bad" icon="key">
        {t('mustSign')}
      </Note>
    ) : null;
  return (
    <p class="signing">
      <Icon name="key" />
      <span>{t('signedBy', { device })}</span>
    </p>
  );
}
