import { useEffect } from 'preact/hooks';
import type { ActiveNotification } from '@countersign/client';
import { bodyFor, directionOf, langOf } from '../actions.js';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import { hashOf, route } from '../route.js';
import { ago } from '../time.js';
import { TimeLeft } from '../ui/countdown.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Empty, Note, Skeleton, Title } from '../ui/parts.js';
import { usePull } from '../ui/pull.js';
import { useBusy } from '../ui/busy.js';
import { Receipt } from './receipt.js';
import { RequestDetail } from './request-detail.js';

/**
 * The open requests. On a wide screen, the selected one is beside the list. The confirmation of an answer is closed
 * when the user opens another request.
 */
export function Requests() {
  const { phone } = useApp();
  const { open } = route.value;
  const given = phone.receipt.value;
  const isPast = given !== undefined && open !== undefined && open !== given.notification.notification_uuid;
  useEffect(() => {
    if (isPast) phone.receipt.value = undefined;
  }, [isPast]);
  const receipt = isPast ? undefined : given;
  const shown = receipt?.notification.notification_uuid ?? open;
  return (
    <div class={`split ${shown === undefined ? '' : 'opened'}`}>
      <RequestList selected={shown} />
      {shown !== undefined && (
        <section class="detail" aria-label={t('details')}>
          {receipt ? <Receipt receipt={receipt} /> : <RequestDetail key={shown} uuid={shown} />}
        </section>
      )}
    </div>
  );
}

function RequestList({ selected }: { readonly selected: string | undefined }) {
  const { phone } = useApp();
  const { value } = phone.requests;
  const [busy, refresh] = useBusy(() => phone.again());
  const pull = usePull(refresh);
  return (
    <section class="list" aria-label={t('requests')} ref={pull.area}>
      {pull.hint}
      <div class="head">
        <Title quiet={selected !== undefined}>{t('requests')}</Title>
        <button type="button" class="plain round" aria-busy={busy} onClick={refresh} aria-label={t('refresh')}>
          <Icon name="refresh" />
        </button>
      </div>
      {phone.device.value === null && <Unregistered />}
      {value.state === 'loading' && <Skeleton />}
      {value.state === 'failed' && <Failed message={value.message} busy={busy} retry={refresh} />}
      {value.state === 'ready' && value.items.length === 0 && (
        <Empty icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
      )}
      {value.state === 'ready' && value.items.length > 0 && (
        <ul class="items">
          {value.items.map((item) => (
            <Item key={item.notification_uuid} item={item} selected={item.notification_uuid === selected} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ item, selected }: { readonly item: ActiveNotification; readonly selected: boolean }) {
  const body = bodyFor(item.body, language().tag);
  const text = { lang: langOf(body.lng), dir: directionOf(body.lng) };
  return (
    <li>
      <a
        href={hashOf({ tab: 'requests', open: item.notification_uuid })}
        aria-current={selected ? 'true' : undefined}
        class="item"
      >
        <span class="symbol">
          <Icon name={item.ds_required ? 'key' : 'shield'} />
        </span>
        <span class="text">
          <strong {...text}>{body.subject}</strong>
          <span class="extract" {...text}>
            {body.message}
          </span>
          <span class="when">
            <span>{ago(item.create_ts_epoch)}</span>
            <TimeLeft until={item.expiry_timestamp_epoch} />
          </span>
        </span>
        <Icon name="chevron" />
      </a>
    </li>
  );
}

export const Failed = (props: { readonly message: string; readonly busy: boolean; readonly retry: () => void }) => (
  <Empty icon="offline" title={t('failedTitle')} text={props.message}>
    <BusyButton class="quiet slim" busy={props.busy} onClick={props.retry}>
      {t('tryAgain')}
    </BusyButton>
  </Empty>
);

/** Explains that this device must be registered: without its own key it cannot sign answers. */
function Unregistered() {
  const { phone } = useApp();
  return (
    <Note kind="calm" icon="key">
      <p>{t('unregisteredText')}</p>
      <button type="button" class="link" onClick={() => (phone.later.value = false)}>
        {t('registerDevice')}
      </button>
    </Note>
  );
}
