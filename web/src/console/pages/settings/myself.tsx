import { useState } from 'preact/hooks';
import { ApiError, send } from '../../api.js';
import { me } from '../../me.js';
import { useResource } from '../../resource.js';
import { dayAndTime, spoken } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Failure, Shown } from '../../ui/loading.js';
import { Card, Copy, Facts, Note, Tag, Time } from '../../ui/parts.js';
import { say } from '../../ui/toast.js';
import { words } from '../../words/words.js';
import { AlarmsCard } from './alarms-card.js';
import type { MySession } from './types.js';

const texts = words.settings;
const MINUTE = 60;

/** The operator's own roles, passkeys, sessions and alarms. */
export function Myself() {
  const { value } = me;
  if (!value) return null;
  const { name, emailId, roles, passkeys, accountUrl, session } = value;
  return (
    <div class="grid two">
      <Card
        title={texts.account}
        end={
          <a class="button slim" href={accountUrl} target="_blank" rel="noopener">
            <Icon name="external" />
            {texts.openAccount}
          </a>
        }
      >
        <div class="stack">
          <Facts
            rows={[
              [texts.name, name],
              [texts.email, emailId !== null && <Copy text={emailId} />],
              [texts.roles, roles.map((role) => `${spoken(role)} (${texts.for[role] ?? ''})`).join(', ')],
              [
                texts.passkeys,
                passkeys < 2 ? <Tag tone="warn">{texts.passkeyCount(passkeys)}</Tag> : texts.passkeyCount(passkeys),
              ],
              [texts.signedInUntil, `${dayAndTime(session.endsTs)}, ${texts.idle(session.idleSeconds / MINUTE)}`],
            ]}
          />
          <Note icon="key">{texts.passkeyText}</Note>
        </div>
      </Card>
      <div class="stack">
        <Sessions />
        {value.mayReceiveAlarms && <AlarmsCard />}
      </div>
    </div>
  );
}

function Sessions() {
  const sessions = useResource<{ sessions: readonly MySession[] }>('/v1/me/sessions');
  const [error, fail] = useState<ApiError | undefined>(undefined);
  const endOthers = async () => {
    fail(undefined);
    try {
      await send('DELETE', '/v1/me/sessions');
      say(texts.ended);
      await sessions.reload();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      fail(caught);
    }
  };
  const some = (sessions.value?.sessions.length ?? 0) > 1;
  return (
    <Card
      title={texts.sessions.title}
      note={texts.sessions.note}
      flush
      end={
        some && (
          <button type="button" class="button slim danger" onClick={() => void endOthers()}>
            {texts.sessions.endOthers}
          </button>
        )
      }
    >
      {error && <Failure error={error} />}
      <Shown of={sessions} rows={2}>
        {({ sessions: all }) => (
          <ul class="things">
            {all.map(({ id, current, startedTs, lastUsedTs, address, userAgent }) => (
              <li key={id}>
                <Icon name="globe" />
                <span class="grow">
                  <strong>{browserOf(userAgent)}</strong>
                  <small>
                    {address} · {texts.sessions.since} <Time at={startedTs} /> · {texts.sessions.used}{' '}
                    <Time at={lastUsedTs} />
                  </small>
                </span>
                {current && <Tag tone="good">{texts.sessions.here}</Tag>}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}

const BROWSERS = ['Edg', 'Firefox', 'HeadlessChrome', 'Chrome', 'Safari'] as const;
const SHOWN: Readonly<Record<string, string>> = { Edg: 'Edge', HeadlessChrome: 'Chrome' };
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and operating system from a User-Agent, so that people recognise their sessions. */
function browserOf(agent: string | null): string {
  const found = BROWSERS.find((name) => agent?.includes(`${name}/`));
  const system = SYSTEMS.find(([sign]) => agent?.includes(sign))?.[1];
  const name = found === undefined ? texts.sessions.unknown : (SHOWN[found] ?? found);
  return system === undefined ? name : `${name}, ${system}`;
}
