import { useState } from 'preact/hooks';
import { save, send } from '../../api.js';
import { may, mayAsk, needsTwo } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Ask } from '../../ui/ask.js';
import { tabAt, Tabs } from '../../ui/filters.js';
import { ago, initials, languageName } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { PageOf } from '../../ui/loading.js';
import { ActorName } from '../../ui/names.js';
import { Card, Copy, Facts, Status, Time, Title } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { ActivityTab } from './activity-tab.js';
import { AuditTab, NotificationsTab, VerificationsTab } from './linked-tabs.js';
import { DeskButtons } from './desk.js';
import { DevicesTab } from './devices-tab.js';
import { SignInTab } from './sign-in-tab.js';
import { CorrectUser } from './user-form.js';
import { StatusCard } from './status-card.js';
import { nameOf, type User } from './types.js';

const texts = words.users;

export function UserPage({ id }: { readonly id: string }) {
  const user = useResource<User>(pathTo('v1', 'users', id), { kind: 'user', id });
  useCrumb(user.value && nameOf(user.value));
  return (
    <PageOf of={user} icon="users" missing={texts.missing}>
      {(value) => <Detail user={value} reload={() => void user.reload()} />}
    </PageOf>
  );
}

function Detail({ user, reload }: { readonly user: User; readonly reload: () => void }) {
  const name = nameOf(user);
  const tab = tabAt('activity');
  const tabs = [
    ['activity', texts.tabs.activity],
    ['devices', texts.tabs.devices],
    ['sign-in', texts.tabs.signIn],
    ...(may('idv:read') ? [['verifications', words.places.verifications] as const] : []),
    ...(may('notifications:read') ? [['notifications', words.places.notifications] as const] : []),
    ...(may('audit:read') ? [['audit', texts.tabs.audit] as const] : []),
  ] as const;
  return (
    <>
      <div class="title">
        <span class="face big" aria-hidden="true">
          {initials(name)}
        </span>
        <div class="names">
          <Title text={name} of={name}>
            <Status of={user.status} />
          </Title>
          <p>
            <Copy text={user.userId} />
            <span>{user.primaryGroup}</span>
            <span>{user.lastActiveTs === null ? texts.neverActive : texts.active(ago(user.lastActiveTs))}</span>
          </p>
        </div>
      </div>
      <div class="grid aside">
        <div>
          <Tabs names={tabs} label={name} />
          {tab === 'activity' && <ActivityTab id={user.userId} />}
          {tab === 'devices' && <DevicesTab id={user.userId} />}
          {tab === 'sign-in' && <SignInTab id={user.userId} />}
          {tab === 'verifications' && <VerificationsTab id={user.userId} />}
          {tab === 'notifications' && <NotificationsTab id={user.userId} />}
          {tab === 'audit' && <AuditTab id={user.userId} />}
        </div>
        <aside class="grid side-facts">
          <StatusCard user={user} reload={reload} />
          <PersonCard user={user} reload={reload} />
          <DeskButtons user={user} />
          <p class="quiet">
            <Icon name="eyes" />
            {texts.noted}
          </p>
          {mayAsk('remove') && <ExportButton user={user} />}
        </aside>
      </div>
    </>
  );
}

function PersonCard({ user, reload }: { readonly user: User; readonly reload: () => void }) {
  const [isAsked, ask] = useState(false);
  const correct = may('users:write') && user.status !== 'DELETED' && (
    <button type="button" class="button slim" onClick={() => ask(true)}>
      {texts.form.correct}
    </button>
  );
  return (
    <Card title={texts.person} end={correct}>
      <Facts
        rows={[
          [texts.email, user.emailId && <Copy text={user.emailId} />],
          [texts.phone, user.mobileNumber && <Copy text={user.mobileNumber} />],
          [texts.loginId, user.loginId],
          [texts.language, languageName(user.language)],
          [texts.groups, [user.primaryGroup, ...user.secondaryGroups].join(', ')],
          [texts.identity, identityOf(user)],
          [
            texts.enrolled,
            <>
              <Time at={user.createdTs} /> {texts.by} <ActorName kind="client" id={user.createdBy} />
            </>,
          ],
        ]}
      />
      {isAsked && <CorrectUser user={user} onClose={() => ask(false)} reload={reload} />}
    </Card>
  );
}

function identityOf({ idv, kycReferenceId }: User) {
  if (idv?.status === 'VERIFIED' || kycReferenceId !== null) {
    return (
      <>
        {texts.isVerified} <span class="dim">{kycReferenceId}</span>
      </>
    );
  }
  return idv ? <Status of={idv.status} /> : texts.notVerified;
}

/**
 * Exports a person's data. If a colleague must approve first, the file is available later, on the page of the request
 * for approval.
 */
function ExportButton({ user }: { readonly user: User }) {
  const [isAsked, ask] = useState(false);
  const act = async (comments: string) => {
    const answer = await send('POST', pathTo('v1', 'users', user.userId, 'export'), { comments });
    if (answer.waits === undefined)
      save(`${user.userId}.json`, 'application/json', JSON.stringify(answer.value, null, 2));
    return answer;
  };
  return (
    <div class="buttons">
      <button type="button" class="button slim" onClick={() => ask(true)}>
        <Icon name="install" />
        {texts.export.do}
      </button>
      {isAsked && (
        <Ask
          title={texts.export.title(nameOf(user))}
          text={<p>{texts.export.text}</p>}
          verb={texts.export.verb}
          fourEyes={needsTwo('remove')}
          onClose={() => ask(false)}
          act={act}
        />
      )}
    </div>
  );
}
