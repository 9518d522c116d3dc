import { useState } from 'preact/hooks';
import { save, send } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Ask } from '../../ui/ask.js';
import { dayAndTime, spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { PageOf, Shown } from '../../ui/loading.js';
import { ActorName } from '../../ui/names.js';
import { Card, Copy, Facts, type Happened, Note, Tag, Timeline, Title } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Callbacks } from './callbacks.js';
import { EvidenceCard } from './evidence-card.js';
import { kindName, State } from './notifications.js';
import { bodyIn, Phone } from './phone.js';
import type { Notification, NotificationEvent } from './types.js';

const texts = words.notifications;

export function NotificationPage({ id }: { readonly id: string }) {
  const notification = useResource<Notification>(pathTo('v1', 'notifications', id), { kind: 'notification', id });
  useCrumb(notification.value?.msg_id);
  return (
    <PageOf of={notification} icon="bell" missing={texts.missing}>
      {(value) => <Detail notification={value} reload={() => void notification.reload()} />}
    </PageOf>
  );
}

function Detail({ notification, reload }: { readonly notification: Notification; readonly reload: () => void }) {
  const { notification_uuid: uuid, user_id: userId, status, evidence, action_response: answer } = notification;
  const [isAsked, ask] = useState(false);
  const subject = bodyIn(notification.body)?.subject ?? notification.subject ?? notification.msg_id;
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={subject} of={subject}>
            <State of={status} />
            {notification.kind && <Tag>{kindName(notification.kind)}</Tag>}
            {answer === 'fraud' && <Tag tone="bad">{texts.fraud}</Tag>}
          </Title>
          <p>
            <span class="mono">{notification.msg_id}</span>
            <Copy text={uuid} short={18} />
            <a class="link" href={pathTo('users', userId)}>
              {userId}
            </a>
          </p>
        </div>
        <div class="buttons">
          {status === 'ACTIVE' && may('notifications:write') && (
            <button type="button" class="button danger" onClick={() => ask(true)}>
              {texts.cancel.do}
            </button>
          )}
          {evidence && (
            <button
              type="button"
              class="button"
              onClick={() => save(`${uuid}.evidence.json`, 'application/json', JSON.stringify(evidence))}
            >
              <Icon name="install" />
              {texts.evidence.save}
            </button>
          )}
        </div>
      </div>
      <div class={notification.body ? 'asked' : 'grid'}>
        {notification.body && <Phone notification={notification} body={notification.body} />}
        <div class="grid">
          {status === 'TAMPERED' && (
            <Note tone="bad" icon="alert">
              <strong>{texts.tampered}</strong> {texts.tamperedText}
            </Note>
          )}
          <Story id={uuid} />
          {evidence && <EvidenceCard evidence={evidence} />}
          {(may('webhooks:read') || may('webhooks:replay')) && <Callbacks about={uuid} />}
          <Details notification={notification} />
        </div>
      </div>
      {isAsked && (
        <Ask
          title={texts.cancel.title}
          text={<p>{texts.cancel.text}</p>}
          verb={texts.cancel.do}
          danger
          withoutReason
          onClose={() => ask(false)}
          act={async () => {
            const done = await send('POST', pathTo('v1', 'notifications', uuid, 'cancel'));
            reload();
            return done;
          }}
        />
      )}
    </>
  );
}

function Story({ id }: { readonly id: string }) {
  const path = pathTo('v1', 'notifications', id, 'events');
  const events = useResource<{ events: readonly NotificationEvent[] }>(path, { kind: 'notification', id });
  return (
    <Card title={words.happened}>
      <Shown of={events} rows={4}>
        {({ events: all }) => <Timeline exact events={all.map(shownAs)} />}
      </Shown>
    </Card>
  );
}

/** Whether the text is a code that can be written as words. Ids and addresses are not. */
const isCode = (text: string) => /^[A-Za-z][A-Za-z_-]*$/.test(text);

function shownAs({ at, kind, device_id: device, details }: NotificationEvent): Happened {
  const { created_by: by, ...others } = details;
  const said = Object.values(others).filter((one): one is string => typeof one === 'string' && one !== '');
  const extra = [
    ...said.map((one) => words.codes[one] ?? (isCode(one) ? spoken(one) : one)),
    ...(device === null ? [] : [texts.device(device.slice(0, 8))]),
  ].join(' · ');
  const tone = details['action'] === 'fraud' ? 'bad' : details['action'] === 'accept' ? 'good' : '';
  const text = texts.events[kind] ?? spoken(kind);
  if (typeof by === 'string') return { at, text, extra: <ActorName kind="client" id={by} plain />, tone };
  return { at, text, ...(extra !== '' && { extra }), tone };
}

const Details = ({ notification: one }: { readonly notification: Notification }) => (
  <Card title={texts.details}>
    <Facts
      rows={[
        [
          texts.template,
          one.template ? texts.templateOf(one.template.template_id, one.template.version) : texts.noTemplate,
        ],
        [texts.createdAt, dayAndTime(one.create_ts)],
        [texts.expires, dayAndTime(one.expiry_timestamp)],
        [texts.hints, texts.hintNames.find(([code]) => code === one.delivery_status)?.[1]],
        [texts.answeredFrom, one.client_ip_address],
        [texts.signature, texts.signatures[one.signing_status] ?? one.signing_status],
        [
          one.kind ? texts.askedBy : texts.createdBy,
          one.created_by != null && <ActorName kind="client" id={one.created_by} />,
        ],
        [
          texts.log,
          may('audit:read') && (
            <a class="link" href={`/audit?subject=${encodeURIComponent(one.user_id)}`}>
              {texts.entries(one.user_id)}
            </a>
          ),
        ],
      ]}
    />
  </Card>
);
