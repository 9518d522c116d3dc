import type { PastNotification } from '@countersign/client';
import { t } from '../language.js';
import { dateTime } from '../time.js';
import { Asked, useBody } from '../ui/asked.js';
import { BackTo, Note } from '../ui/parts.js';
import { Fact } from './receipt.js';
import { statusOf } from './status.js';

/** A past request: what was asked, and how it ended. */
export function HistoryDetail({ item }: { readonly item: PastNotification }) {
  const [body, choose] = useBody(item);
  const status = statusOf(item);
  return (
    <>
      <BackTo tab="history" label={t('history')} />
      <article class="question">
        <Asked item={item} body={body} choose={choose} />
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
