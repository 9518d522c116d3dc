import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask as AskDialog } from '../../ui/ask.js';
import { Shown } from '../../ui/loading.js';
import { Card, Empty, Tag, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { type Asked, type Below, type PartProps, Thing } from './sign-in-thing.js';
import type { Application, Credentials, LoginSession } from './types.js';

const texts = words.users.signIn;

/** A person's ways to sign in, signed-in browsers, and programs that act for them. */
export function SignInTab({ id }: { readonly id: string }) {
  const below: Below = (...parts) => pathTo('v1', 'users', id, ...parts);
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const part = { id, below, ask };
  return (
    <div class="grid">
      <Ways {...part} />
      <Sessions {...part} />
      <Applications {...part} />
      {asked && (
        <AskDialog
          title={asked.title}
          text={<p>{asked.text}</p>}
          verb={asked.verb}
          danger
          withoutReason={!asked.withReason}
          onClose={() => ask(undefined)}
          act={async (reason) => {
            const answer = await send('DELETE', asked.path, {}, asked.withReason ? reason : undefined);
            await asked.of.reload();
            return answer;
          }}
        />
      )}
    </div>
  );
}

function Ways({ id, below, ask }: PartProps) {
  const of = useResource<Credentials>(below('credentials'), { kind: 'user', id });
  const verb = texts.remove;
  return (
    <Card title={texts.ways} flush>
      <Shown of={of} rows={2}>
        {({ password, passkeys, totp, recoveryCodes, factorRecovery, tries }) => (
          <ul class="things">
            {factorRecovery && (
              <Thing
                icon="alert"
                title={texts.recovery}
                verb={texts.stopRecovery}
                danger
                onClick={() =>
                  ask({
                    title: texts.stopRecoveryTitle,
                    text: texts.stopRecoveryText,
                    verb: texts.stopRecovery,
                    path: below('factorRecovery'),
                    of,
                  })
                }
              >
                {factorRecovery.readyTs === null ? texts.recoveryChecks : texts.recoveryReady}{' '}
                <Time at={factorRecovery.readyTs ?? factorRecovery.startedTs} />
              </Thing>
            )}
            {passkeys.map(({ id: passkey, name, createdTs, lastUsedTs }) => (
              <Thing
                key={passkey}
                icon="key"
                title={name}
                verb={verb}
                danger
                onClick={() =>
                  ask({
                    title: texts.removePasskey(name),
                    text: texts.removePasskeyText,
                    verb,
                    path: below('passkeys', passkey),
                    of,
                    withReason: true,
                  })
                }
              >
                {texts.passkey} <Time at={createdTs} />, {texts.used} <Time at={lastUsedTs} />
              </Thing>
            ))}
            {totp && (
              <Thing
                icon="key"
                title={texts.totp}
                verb={verb}
                danger
                onClick={() =>
                  ask({
                    title: texts.removeTotp,
                    text: texts.removeTotpText,
                    verb,
                    path: below('totp'),
                    of,
                    withReason: true,
                  })
                }
              >
                {texts.set} <Time at={totp.createdTs} />, {texts.used} <Time at={totp.lastUsedTs} />
              </Thing>
            )}
            {recoveryCodes && (
              <Thing
                icon="key"
                title={texts.codes}
                verb={verb}
                danger
                onClick={() =>
                  ask({ title: texts.removeCodes, text: texts.removeCodesText, verb, path: below('recoveryCodes'), of })
                }
              >
                {texts.codesLeft(recoveryCodes.left)} <Time at={recoveryCodes.createdTs} />
              </Thing>
            )}
            <Thing icon="lock" title={texts.password}>
              {password === null ? (
                texts.noPassword
              ) : (
                <>
                  {texts.set} <Time at={password.setTs} />
                </>
              )}
            </Thing>
            {tries
              .filter(({ count }) => count > 0)
              .map(({ browser, count, openTs }) => (
                <Thing
                  key={browser}
                  icon="alert"
                  title={texts.tries(count)}
                  verb={texts.forget}
                  onClick={() =>
                    ask({
                      title: texts.forgetTries,
                      text: texts.forgetTriesText,
                      verb: texts.forget,
                      path: below('loginTries'),
                      of,
                    })
                  }
                >
                  {texts.browsers[browser]} {openTs !== null && <Tag tone="warn">{texts.closed}</Tag>}
                </Thing>
              ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}

function Sessions({ id, below, ask }: PartProps) {
  const of = useResource<{ loginSessions: readonly LoginSession[] }>(below('loginSessions'), { kind: 'user', id });
  const some = (of.value?.loginSessions.length ?? 0) > 0;
  const endAll = () =>
    ask({ title: texts.endAllTitle, text: texts.endAllText, verb: texts.endAll, path: below('loginSessions'), of });
  const end = some && may('users:write') && (
    <button type="button" class="button slim danger" onClick={endAll}>
      {texts.endAll}
    </button>
  );
  return (
    <Card title={texts.sessions} note={texts.sessionsNote} flush end={end}>
      <Shown of={of} rows={2}>
        {({ loginSessions }) =>
          loginSessions.length === 0 ? (
            <Empty icon="globe" title={texts.noSessions} text={texts.noSessionsText} />
          ) : (
            <ul class="things">
              {loginSessions.map((session) => (
                <Thing
                  key={session.id}
                  icon="globe"
                  title={session.browser ?? texts.unknownBrowser}
                  verb={texts.end}
                  onClick={() =>
                    ask({
                      title: texts.endTitle,
                      text: texts.endText,
                      verb: texts.end,
                      path: below('loginSessions', session.id),
                      of,
                    })
                  }
                >
                  {texts.level(session.level)}:{' '}
                  {session.factors.map(({ factor }) => texts.factors[factor] ?? factor).join(', ')} · {session.network}{' '}
                  · {texts.since} <Time at={session.sinceTs} />
                </Thing>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

function Applications({ id, below, ask }: PartProps) {
  const of = useResource<{ applications: readonly Application[] }>(below('applications'), { kind: 'user', id });
  const verb = texts.takeAway;
  return (
    <Card title={texts.applications} note={texts.applicationsNote} flush>
      <Shown of={of} rows={2}>
        {({ applications }) =>
          applications.length === 0 ? (
            <Empty icon="link" title={texts.noApplications} text={texts.noApplicationsText} />
          ) : (
            <ul class="things">
              {applications.map(({ clientId, name, scopes, lastUsedTs }) => (
                <Thing
                  key={clientId}
                  icon="link"
                  title={name}
                  verb={verb}
                  onClick={() =>
                    ask({
                      title: texts.takeAwayTitle(name),
                      text: texts.takeAwayText,
                      verb,
                      path: below('applications', clientId),
                      of,
                    })
                  }
                >
                  {scopes.join(', ')}; {texts.used} <Time at={lastUsedTs} />
                </Thing>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}
