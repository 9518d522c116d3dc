import { useState } from 'preact/hooks';
import type { PastNotification } from '@countersign/client';
import { bodyFor } from '../actions.js';
import { useApp } from '../context.js';
import { language, t } from '../language.js';
import { dateTime } from '../time.js';
import { BodyText, LanguageSwitch } from '../ui/body-text.js';
import { Icon } from '../ui/icon.js';
import { BackTo, Note, Title } from '../ui/parts.js';
import { Fact } from './receipt.js';
import { statusOf } from './status.js';

/** What was asked, and what became of it. */
export function HistoryDetail({ item }: { readonly item: PastNotification }) {
  const { settings } = useApp();
  const [lng, setLng] = useState(bodyFor(item.body, language().tag).lng);
  const body = item.body.find((one) => one.lng === lng) ?? bodyFor(item.body, language().tag);
  const status = statusOf(item);
  return (
    <>
      <BackTo tab="history" label={t('history')} />
      <article class="question">
        <p class="asks">
          <span class="symbol">
            <Icon name="shield" />
          </span>
          <span>
            <strong>{settings.brand}</strong>
            <span>{t('received', { when: dateTime(item.create_ts_epoch) })}</span>
          </span>
        </p>
        <LanguageSwitch bodies={item.body} chosen={body.lng} choose={setLng} />
        <BodyText body={body} title={(subject) => <Title of={item.notification_uuid}>{subject}</Title>} />
        <Note kind={status.tone} icon={status.icon}>
          <p>
            <strong>{status.name}</strong>
          </p>
          <p>{status.text}</p>
        </Note>
        <dl class="facts">
          <Fact name={t('finished')}>{dateTime(item.update_ts_epoch)}</Fact>
          <Fact name={t('signature')}>{t(`signing${item.signing_status}`)}</Fact>
          <Fact name={t('reference')} code>
            {item.notification_uuid}
          </Fact>
        </dl>
      </article>
    </>
  );
}
