import { save, send } from '../../api.js';
import { may, me } from '../../me.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { useCrumb } from '../../shell/crumb.js';
import { type AllowedExport, takeList } from '../../ui/export.js';
import { Icon } from '../../ui/icon.js';
import { Failure, PageOf } from '../../ui/loading.js';
import { Card, Copy, Facts, Note, Status, Time, Title } from '../../ui/parts.js';
import { spoken } from '../../ui/format.js';
import { useSaving } from '../../ui/use-saving.js';
import { words } from '../../words/words.js';
import type { User } from '../users/types.js';
import { AskedFields, ClientCall, isOfClient } from './client-call.js';
import { Decisions } from './decisions.js';
import {
  concernedBy,
  followsFrom,
  isTooClose,
  type FourEyesRequest,
  isForMany,
  isOfList,
  nameOf,
  pageOf,
  peopleIn,
  titleOf,
} from './types.js';

const texts = words.fourEyes;

export function RequestPage({ id }: { readonly id: string }) {
  const request = useResource<FourEyesRequest>(pathTo('v1', 'fourEyes', id), { kind: 'fourEyes', id });
  useCrumb(request.value && titleOf(request.value));
  return (
    <PageOf of={request} icon="eyes" missing={texts.missing}>
      {(value) => <Detail request={value} />}
    </PageOf>
  );
}

function Detail({ request }: { readonly request: FourEyesRequest }) {
  const { state, call, askedBy, decidedBy } = request;
  const isOwn = askedBy.id === me.value?.id;
  return (
    <>
      <div class="title">
        <div class="names">
          <Title text={titleOf(request)} of={titleOf(request)}>
            <Status of={state} {...(state === 'done' && { tone: 'good' as const })} />
          </Title>
          <p>
            <Copy text={request.id} short={20} />
          </p>
        </div>
        <Decisions request={request} />
      </div>
      <div class="grid">
        {state === 'waiting' ? (
          <Note icon="eyes">{isOwn ? texts.own : isTooClose(request) ? texts.tooClose : texts.notYours}</Note>
        ) : (
          <Note tone={state === 'failed' ? 'bad' : ''} icon={state === 'failed' ? 'alert' : 'about'}>
            {resultOf(request)}
          </Note>
        )}
        <Card title={state === 'waiting' ? texts.follows : texts.asked}>
          <div class="stack">
            <p>{followsFrom(request)}</p>
            <Facts
              rows={[
                [texts.concerns, <Concerned request={request} />],
                [texts.why, `“${request.comments}”`],
                [texts.askedBy, nameOf(askedBy)],
                [texts.when, <Time at={request.askedTs} />],
                ...(state === 'waiting'
                  ? [[texts.falls, <Time at={request.fallsTs} />] as const]
                  : [
                      [texts.decidedBy, decidedBy === null ? texts.nobody : nameOf(decidedBy)] as const,
                      ...(request.refusal === null ? [] : [[texts.whyRefused, `“${request.refusal}”`] as const]),
                    ]),
                [texts.call, <span class="mono">{`${call.method} ${call.path}`}</span>],
              ]}
            />
          </div>
        </Card>
        {isOfClient(request) ? <ClientCall request={request} /> : <AskedFields request={request} />}
        <People ids={peopleIn(request)} />
        {isForMany(request) && state === 'done' && (
          <a class="button" href="/users">
            {words.bulk.recent}
          </a>
        )}
        {request.answer?.untilTs != null && !isForMany(request) && (
          <Answer request={request} until={request.answer.untilTs} />
        )}
      </div>
    </>
  );
}

/** Lists each person that the call names, so that the second operator sees whom the decision affects. */
const People = ({ ids = [] }: { readonly ids?: readonly string[] | undefined }) =>
  ids.length === 0 ? null : (
    <Card title={words.bulk.people(ids.length)}>
      <p class="pick-list" tabIndex={0}>
        {ids.map((id) => (
          <a key={id} class="link" href={pathTo('users', id)}>
            {id}
          </a>
        ))}
      </p>
    </Card>
  );

export function Concerned({ request }: { readonly request: FourEyesRequest }) {
  const page = pageOf(request);
  const id = concernedBy(request);
  if (page === undefined) return <Copy text={id} />;
  return (
    <a class="link" href={page}>
      {request.call.path.startsWith('/v1/users/') ? <NameOf id={id} /> : id}
    </a>
  );
}

/**
 * Shows the person's name beside the id, so that the second operator knows who is affected. The audit log records that
 * the name was read.
 */
function NameOf({ id }: { readonly id: string }) {
  const { value } = useResource<Pick<User, 'firstName' | 'lastName'>>(
    may('users:read') ? pathTo('v1', 'users', id) : undefined,
  );
  const name = [value?.firstName, value?.lastName].filter(Boolean).join(' ');
  return <>{name === '' ? id : `${name} (${id})`}</>;
}

function resultOf({ state, decidedBy, answer }: FourEyesRequest): string {
  const { results } = texts;
  if (state === 'waiting') return '';
  if (state === 'failed') {
    const code = answer?.code ?? String(answer?.status);
    return results.failed(words.codes[code] ?? spoken(code.replace(/^.*\//, '')));
  }
  return state === 'refused' && decidedBy === null ? results.askerOut : results[state];
}

/** The result of the call for the requester: an export or a new secret. */
function Answer({ request, until }: { readonly request: FourEyesRequest; readonly until: number }) {
  const said = isOfList(request) ? texts.list : texts.answer;
  const [isBusy, error, read] = useSaving(async () => {
    const { value } = await send('GET', pathTo('v1', 'fourEyes', request.id, 'answer'));
    if (isOfList(request)) await takeList(value as AllowedExport);
    else save(`${concernedBy(request)}.json`, 'application/json', JSON.stringify(value, null, 2));
  });
  return (
    <Card>
      <div class="stack">
        <div class="buttons">
          <button type="button" class="button main" disabled={isBusy} onClick={read}>
            <Icon name="install" />
            {said.do}
          </button>
        </div>
        <p class="dim">
          {texts.answer.until} <Time at={until} />. {said.noted}
        </p>
        {error && <Failure error={error} />}
      </div>
    </Card>
  );
}
