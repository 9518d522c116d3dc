import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { may, mayAsk, needsTwo } from '../../me.js';
import { type Resource, useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { Ask } from '../../ui/ask.js';
import { spoken } from '../../ui/format.js';
import { PageOf } from '../../ui/loading.js';
import { ActorName } from '../../ui/names.js';
import { Card, Copy, Facts, Note, Status, Time, Title } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Decide } from './decide.js';
import { Meters, Proof, Read, Signals } from './findings.js';
import { Pictures } from './pictures.js';
import { Story } from './story.js';
import type { IdvSession } from './types.js';
import { useClaim } from './use-claim.js';

const texts = words.verifications;

export function SessionPage({ id }: { readonly id: string }) {
  const session = useResource<IdvSession>(pathTo('v1', 'idvSessions', id), { kind: 'idvSession', id });
  useCrumb(session.value?.userId);
  return (
    <PageOf of={session} icon="card" missing={texts.missing}>
      {(value) => <Detail session={value} resource={session} />}
    </PageOf>
  );
}

interface DetailProps {
  readonly session: IdvSession;
  readonly resource: Resource<IdvSession>;
}

function Detail({ session, resource }: DetailProps) {
  const { findings, sessionId } = session;
  const isReview = session.status === 'REVIEW' && may('idv:review');
  const claim = useClaim(isReview ? sessionId : undefined);
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={session.userId} of={session.userId}>
            <Status of={session.status} />
          </Title>
          <p>
            <Copy text={sessionId} short={20} />
            {session.documentType !== null && (
              <span>
                {spoken(session.documentType)}, {session.documentCountry}
              </span>
            )}
            <span>
              {texts.openedAt} <Time at={session.openedAt} />
            </span>
          </p>
        </div>
        <Actions session={session} reload={() => void resource.reload()} />
      </div>
      <div class="review">
        <div class="grid">
          {isReview && session.doubts.length > 0 && (
            <Note tone="warn" icon="alert">
              <strong>{session.doubts.map(spoken).join(', ')}.</strong> {texts.doubtText}
            </Note>
          )}
          {!isReview && session.reasons.length > 0 && (
            <Note tone="bad" icon="alert">
              <strong>{session.reasons.map(({ code }) => spoken(code)).join(', ')}.</strong>
            </Note>
          )}
          {findings && findings.pictures.length > 0 && (
            <Pictures session={session} findings={findings} isOpen={isReview} />
          )}
          {!findings && may('idv:review') && <Note icon="lock">{texts.noEvidence}</Note>}
          {findings?.document && <Proof document={findings.document} />}
          {findings && findings.fields.length > 0 && <Read fields={findings.fields} />}
          {findings && (
            <div class="grid two">
              <Meters findings={findings} />
              <Signals signals={findings.signals} />
            </div>
          )}
          <Story session={session} />
        </div>
        <aside class="grid side-facts">
          {isReview && <Decide session={session} claim={claim} reload={() => resource.reload()} />}
          <Card title={texts.session}>
            <Facts
              rows={[
                [
                  texts.user,
                  <a class="link" href={pathTo('users', session.userId)}>
                    {session.userId}
                  </a>,
                ],
                [texts.openedBy, <ActorName kind="client" id={session.clientId} />],
                [texts.attempts, texts.attemptsOf(session.attempts.document, session.attempts.selfie)],
                [texts.optIn, texts.optIns[String(session.optIn)]],
                [texts.kyc, session.kycReferenceId],
                [texts.evidenceGoes, session.evidenceUntil === null ? undefined : <Time at={session.evidenceUntil} />],
              ]}
            />
          </Card>
          <Others session={session} />
        </aside>
      </div>
    </>
  );
}

function Others({ session: { userId, sessionId } }: { readonly session: IdvSession }) {
  const { value } = useResource<{ idvSessions: readonly IdvSession[] }>(
    `/v1/idvSessions?limit=5&userId=${encodeURIComponent(userId)}`,
  );
  const others = (value?.idvSessions ?? []).filter((one) => one.sessionId !== sessionId);
  if (others.length === 0) return null;
  return (
    <Card title={texts.others} flush>
      <ul class="things">
        {others.map((one) => (
          <li key={one.sessionId}>
            <span class="grow">
              <a class="link" href={pathTo('verifications', one.sessionId)}>
                <Time at={one.openedAt} />
              </a>
            </span>
            <Status of={one.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const OPEN = new Set(['IN_PROGRESS', 'REVIEW']);

function Actions({ session, reload }: { readonly session: IdvSession; readonly reload: () => void }) {
  const [asked, ask] = useState<'cancel' | 'remove' | undefined>(undefined);
  const path = pathTo('v1', 'idvSessions', session.sessionId);
  const isOpen = OPEN.has(session.status);
  const act = async (reason: string) => {
    const answer =
      asked === 'remove' ? await send('DELETE', `${path}/evidence`, {}, reason) : await send('POST', `${path}/cancel`);
    reload();
    return answer;
  };
  return (
    <div class="buttons">
      {isOpen && may('idv:write') && (
        <button type="button" class="button danger" onClick={() => ask('cancel')}>
          {texts.cancel.do}
        </button>
      )}
      {!isOpen && session.evidenceUntil !== null && mayAsk('removeEvidence') && (
        <button type="button" class="button danger" onClick={() => ask('remove')}>
          {texts.remove.do}
        </button>
      )}
      {asked && (
        <Ask
          title={texts[asked].title}
          text={<p>{texts[asked].text}</p>}
          verb={texts[asked].do}
          danger
          withoutReason={asked === 'cancel'}
          fourEyes={asked === 'remove' && needsTwo('removeEvidence')}
          onClose={() => ask(undefined)}
          act={act}
        />
      )}
    </div>
  );
}
