import { useEffect, useRef, useState } from 'preact/hooks';
import type { FinalStatus, HistoryOptions, PastNotification } from '@countersign/client';
import { bodyFor, directionOf, langOf } from '../actions.js';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import type { Loaded } from '../state.js';
import { messageOf } from '../failures.js';
import { hashOf, route } from '../route.js';
import { clock, day } from '../time.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Empty, Skeleton, Title } from '../ui/parts.js';
import { Filters, NONE, type Filter } from './filters.js';
import { HistoryDetail } from './history-detail.js';
import { Failed } from './requests.js';
import { statusOf } from './status.js';

const AT_ONCE = 25;

type Past = readonly PastNotification[];

const optionsOf = ({ search, status, action, from, to }: Filter): HistoryOptions => ({
  ...(search !== '' && { search }),
  ...(status !== '' && { status: status as FinalStatus }),
  ...(action !== '' && { action }),
  ...(from !== '' && { from: new Date(`${from}T00:00:00`) }),
  ...(to !== '' && { to: new Date(`${to}T23:59:59`) }),
});

/** The filtered history, one page at a time. If the filter changes while a page is read, that page is dropped. */
function usePast(filter: Filter) {
  const { phone } = useApp();
  const [past, setPast] = useState<Loaded<Past>>({ state: 'loading' });
  const [total, setTotal] = useState(0);
  const [busy, setBusy] = useState(false);
  const latest = useRef<object>(undefined);
  const read = async (before: Past) => {
    const reading = (latest.current = {});
    const isWanted = () => latest.current === reading;
    setBusy(true);
    try {
      const options = { ...optionsOf(filter), count: AT_ONCE, start: before.length + 1 };
      const history = await phone.client.notifications.history(options);
      if (!isWanted()) return;
      setPast({ state: 'ready', items: [...before, ...history.items] });
      setTotal(history.total);
    } catch (error) {
      if (isWanted()) setPast({ state: 'failed', message: messageOf(error) });
    }
    if (isWanted()) setBusy(false);
  };
  const endings = phone.endings.value;
  useEffect(() => {
    void read([]);
    return () => {
      latest.current = undefined;
    };
  }, [filter, endings]);
  const items = past.state === 'ready' ? past.items : [];
  return { past, items, total, busy, more: () => void read(items), again: () => void read([]) };
}

export function History() {
  const [filter, setFilter] = useState<Filter>(NONE);
  const { past, items, total, busy, more, again } = usePast(filter);
  const { open } = route.value;
  const opened = items.find((item) => item.notification_uuid === open);
  return (
    <div class={`split ${opened ? 'opened' : ''}`}>
      <section class="list" aria-label={t('history')}>
        <div class="head">
          <Title quiet={opened !== undefined}>{t('history')}</Title>
        </div>
        <Filters filter={filter} choose={setFilter} />
        {past.state === 'loading' && <Skeleton />}
        {past.state === 'failed' && <Failed message={past.message} busy={busy} retry={again} />}
        {past.state === 'ready' && items.length === 0 && <NothingFound filtered={filter !== NONE} />}
        {items.length > 0 && <Days items={items} selected={open} />}
        {items.length > 0 && items.length < total && (
          <BusyButton class="quiet" busy={busy} onClick={more}>
            {t('more')}
          </BusyButton>
        )}
      </section>
      {opened && (
        <section class="detail" aria-label={t('details')}>
          <HistoryDetail key={opened.notification_uuid} item={opened} />
        </section>
      )}
    </div>
  );
}

const NothingFound = ({ filtered }: { readonly filtered: boolean }) => (
  <Empty
    icon={filtered ? 'search' : 'history'}
    title={t(filtered ? 'noMatchTitle' : 'noHistoryTitle')}
    text={t(filtered ? 'noMatchText' : 'noHistoryText')}
  />
);

function Days({ items, selected }: { readonly items: Past; readonly selected: string | undefined }) {
  const days = new Map<string, PastNotification[]>();
  for (const item of items) {
    const name = day(item.update_ts_epoch);
    days.set(name, [...(days.get(name) ?? []), item]);
  }
  return (
    <>
      {[...days].map(([name, those]) => (
        <section key={name} class="day">
          <h2>{name}</h2>
          <ul class="items">
            {those.map((item) => (
              <Item key={item.notification_uuid} item={item} selected={item.notification_uuid === selected} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Item({ item, selected }: { readonly item: PastNotification; readonly selected: boolean }) {
  const body = bodyFor(item.body, language().tag);
  const { tone, icon, name } = statusOf(item);
  return (
    <li>
      <a
        href={hashOf({ tab: 'history', open: item.notification_uuid })}
        aria-current={selected ? 'true' : undefined}
        class="item"
      >
        <span class={`symbol ${tone}`}>
          <Icon name={icon} />
        </span>
        <span class="text">
          <strong lang={langOf(body.lng)} dir={directionOf(body.lng)}>
            {body.subject}
          </strong>
          <span class="when">
            <span class={`outcome ${tone}`}>{name}</span>
            <span>{clock(item.update_ts_epoch)}</span>
          </span>
        </span>
        <Icon name="chevron" />
      </a>
    </li>
  );
}
