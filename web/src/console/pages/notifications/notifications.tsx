import { useEffect, useState } from 'preact/hooks';
import { may } from '../../me.js';
import { pathTo, route } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { Each, useEach } from '../../ui/each.js';
import { Export } from '../../ui/export.js';
import { Chip, Search, startOf } from '../../ui/filters.js';
import { spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { Dash, Empty, Head, Person, Status, Time } from '../../ui/parts.js';
import { Views } from '../../ui/views.js';
import { words } from '../../words/words.js';
import { Headline } from './headline.js';
import { NotificationPage } from './notification-page.js';
import { TemplatePage } from './template-page.js';
import { Templates } from './templates.js';
import type { Notification } from './types.js';

const texts = words.notifications;
const STATUSES = ['ACTIVE', 'UPDATED', 'EXPIRED', 'CANCELLED', 'DISMISSED', 'DISCARD', 'TAMPERED'];
/**
 * The beginning of paths below `notifications/` that do not name a notification. The id of a notification is a UUID, so
 * it cannot be equal.
 */
const TEMPLATES = 'templates';
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/i;

/** The name of a notification's kind. Notifications that the enterprise itself has created have no kind. */
export const kindName = (kind: string): string => texts.kinds.find(([one]) => one === kind)?.[1] ?? kind;

/** The status of a notification. `ACTIVE` is shown neutrally: an open question is not yet a success. */
export const State = ({ of }: { readonly of: string }) =>
  of === 'ACTIVE' ? <Status of={of} tone="info" text={texts.open} /> : <Status of={of} />;

/** The word for a predefined answer. Other answers are shown as the enterprise defined them. */
export const Answer = ({ of }: { readonly of: string }) =>
  of === '' || of === 'NONE' ? <Dash /> : <span title={of}>{words.codes[of] ?? of}</span>;

const nameOf = ({ subject, msg_id: messageId }: Notification): string => subject ?? messageId;

export default function Notifications({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return <NotificationList />;
  if (id === TEMPLATES) return <Templates />;
  return id.startsWith(`${TEMPLATES}/`) ? (
    <TemplatePage id={id.slice(TEMPLATES.length + 1)} />
  ) : (
    <NotificationPage id={id} />
  );
}

function NotificationList() {
  const { query } = route.value;
  const asked = query.get('q') ?? '';
  const path = pathWith('/v1/notifications', {
    user_id: query.get('user'),
    msg_id: asked === '' || UUID.test(asked) ? undefined : asked,
    status: query.get('status'),
    action_response: query.get('answer'),
    delivery_status: query.get('hints'),
    kind: query.get('kind'),
    template_id: query.get('template'),
    from: startOf(query.get('created')),
  });
  const [chosen, choose] = useState<readonly Notification[]>([]);
  useEffect(() => choose([]), [path]);
  const [isAsked, ask] = useState(false);
  const [progress, each] = useEach();
  const picking = may('notifications:write') ? { chosen, choose, nameOf } : undefined;
  const cancelThem = (): Promise<undefined> => {
    void each(chosen.map((one) => [one.msg_id, pathTo('v1', 'notifications', one.notification_uuid, 'cancel')]));
    choose([]);
    return Promise.resolve(undefined);
  };
  return (
    <>
      <Head title={words.places.notifications} text={texts.about}>
        <a class="button" href={pathTo('notifications', TEMPLATES)}>
          {texts.templates.title}
        </a>
        <Export path={path} name="notifications" />
      </Head>
      <Headline />
      <Views keeps={['status', 'answer', 'hints', 'kind', 'template', 'created']} />
      <div class="filters">
        <Search placeholder={texts.search} />
        <Search name="user" placeholder={texts.searchUser} />
        <Chip
          name="status"
          label={texts.state}
          options={STATUSES.map((one) => [one, one === 'ACTIVE' ? texts.open : spoken(one)])}
        />
        <Chip name="answer" label={texts.answer} options={texts.answers} />
        <Chip name="hints" label={texts.hints} options={texts.hintNames} />
        <Chip name="kind" label={texts.kind} options={texts.kinds} />
        {query.has('template') && (
          <Chip
            name="template"
            label={texts.template}
            options={[[query.get('template') ?? '', query.get('template') ?? '']]}
          />
        )}
        <Chip name="created" label={texts.created} options={words.spans} />
      </div>
      {picking && (
        <Each {...picking} progress={progress}>
          {(isOff) => (
            <button type="button" class="button slim danger" disabled={isOff} onClick={() => ask(true)}>
              {texts.cancel.do}
            </button>
          )}
        </Each>
      )}
      {isAsked && (
        <Ask
          title={texts.cancel.manyTitle(chosen.length)}
          text={<p>{texts.cancel.manyText}</p>}
          verb={texts.cancel.do}
          danger
          withoutReason
          silent
          onClose={() => ask(false)}
          act={cancelThem}
        />
      )}
      {UUID.test(asked) ? (
        <a class="button" href={pathTo('notifications', asked)}>
          {texts.openIt}
        </a>
      ) : (
        <List<Notification>
          label={words.places.notifications}
          picking={picking}
          path={path}
          plural="notifications"
          watch="notification"
          keyOf={({ notification_uuid: uuid }) => uuid}
          to={({ notification_uuid: uuid }) => pathTo('notifications', uuid)}
          none={
            <Empty
              icon="bell"
              title={query.size === 0 ? texts.none : words.nothing}
              text={query.size === 0 ? texts.noneText : words.nothingText}
            />
          }
          columns={[
            {
              name: texts.asked,
              show: ({ subject, msg_id: messageId, kind }) => (
                <>
                  <span class="main cut">{subject ?? messageId}</span>
                  {kind ? <small>{kindName(kind)}</small> : <small class="mono">{messageId}</small>}
                </>
              ),
            },
            { name: texts.state, show: ({ status }) => <State of={status} /> },
            { name: texts.answer, class: 'off', show: ({ action_response: answer }) => <Answer of={answer} /> },
            { name: texts.person, class: 'off', show: ({ user_id: userId }) => <Person name={userId} /> },
            { name: texts.signed, class: 'off', show: signed },
            { name: texts.created, class: 'off', show: ({ create_ts: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </>
  );
}

function signed({ is_ds_verified: isVerified, signing_status: status }: Notification) {
  if (isVerified)
    return (
      <span class="check ok">
        <Icon name="shield" />
        {texts.isSigned}
      </span>
    );
  return status === 'Failed' ? (
    <span class="check bad">
      <Icon name="cross" />
      {texts.badlySigned}
    </span>
  ) : (
    <Dash />
  );
}
