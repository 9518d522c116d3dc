import { pathTo } from '../../route.js';
import { List, pathWith } from '../../ui/list.js';
import { Actor } from '../../ui/names.js';
import { Dash, Empty, Status, Time } from '../../ui/parts.js';
import { spoken } from '../../ui/format.js';
import { words } from '../../words/words.js';
import type { AuditEvent } from '../audit/types.js';
import { Answer } from '../notifications/notifications.js';
import type { Notification } from '../notifications/types.js';
import type { IdvSession } from '../verifications/types.js';

const texts = words.users;

export const VerificationsTab = ({ id }: { readonly id: string }) => (
  <List<IdvSession>
    label={words.places.verifications}
    path={pathWith('/v1/idvSessions', { userId: id })}
    plural="idvSessions"
    watch="idvSession"
    keyOf={({ sessionId }) => sessionId}
    to={({ sessionId }) => pathTo('verifications', sessionId)}
    none={<Empty icon="card" title={texts.neverVerified} text={texts.neverVerifiedText} />}
    columns={[
      { name: words.verifications.opened, show: ({ openedAt }) => <Time at={openedAt} /> },
      { name: words.verifications.result, show: ({ status }) => <Status of={status} /> },
      {
        name: words.verifications.document,
        class: 'off',
        show: ({ documentType }) => (documentType === null ? <Dash /> : spoken(documentType)),
      },
      {
        name: words.verifications.reasons,
        class: 'off',
        show: ({ reasons }) => reasons.map(({ code }) => spoken(code)).join(', ') || <Dash />,
      },
    ]}
  />
);

export const NotificationsTab = ({ id }: { readonly id: string }) => (
  <List<Notification>
    label={words.places.notifications}
    path={pathWith('/v1/notifications', { user_id: id })}
    plural="notifications"
    watch="notification"
    keyOf={({ notification_uuid: uuid }) => uuid}
    to={({ notification_uuid: uuid }) => pathTo('notifications', uuid)}
    none={<Empty icon="bell" title={texts.neverAsked} text={texts.neverAskedText} />}
    columns={[
      {
        name: words.notifications.asked,
        show: ({ subject, msg_id: messageId }) => (
          <>
            <span class="main cut">{subject ?? messageId}</span>
            <small class="mono">{messageId}</small>
          </>
        ),
      },
      {
        name: words.notifications.state,
        show: ({ status }) => (
          <Status of={status} {...(status === 'ACTIVE' && { tone: 'info', text: words.notifications.open })} />
        ),
      },
      { name: words.notifications.answer, class: 'off', show: ({ action_response: answer }) => <Answer of={answer} /> },
      { name: words.notifications.created, class: 'off', show: ({ create_ts: at }) => <Time at={at} /> },
    ]}
  />
);

export const AuditTab = ({ id }: { readonly id: string }) => (
  <div class="stack">
    <List<AuditEvent>
      label={words.places.audit}
      path={pathWith('/v1/auditEvents', { subject: id })}
      plural="auditEvents"
      keyOf={(event) => event.id}
      none={<Empty icon="book" title={words.nothing} text={texts.noEntries} />}
      columns={[
        { name: words.audit.what, show: ({ kind }) => <span class="mono">{kind}</span> },
        {
          name: words.audit.by,
          show: ({ actor }) => <Actor of={actor} />,
        },
        { name: words.audit.outcome, class: 'off', show: ({ outcome }) => <Status of={outcome} /> },
        { name: words.audit.when, show: ({ at }) => <Time at={at} /> },
      ]}
    />
    <a class="link" href={pathWith('/audit', { subject: id })}>
      {texts.wholeLog}
    </a>
  </div>
);
