import { save } from '../../api.js';
import { useResource } from '../../resource.js';
import { changed, go, pathTo, route } from '../../route.js';
import { Export } from '../../ui/export.js';
import { Chip, Search, startOf } from '../../ui/filters.js';
import { exactly, number } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { List, pathWith } from '../../ui/list.js';
import { Shown } from '../../ui/loading.js';
import { Actor, ActorName } from '../../ui/names.js';
import { Card, Copy, Dash, Empty, Facts, Head, Note, Status, Time } from '../../ui/parts.js';
import { Views } from '../../ui/views.js';
import { words } from '../../words/words.js';
import type { AuditChain, AuditEvent } from './types.js';

const texts = words.audit;
const TRACE = /^(?:[\da-f]{16}|[\da-f]{32}|[\da-f]{8}-[\da-f-]{27})$/i;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$|^[\da-f]*:[\da-f:]+$/i;

/** The query parameter for a text in the search field, by its form: a request id, an address, or the id of an actor. */
function asked(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  if (TRACE.test(text)) return { requestId: text };
  return ADDRESS.test(text) ? { address: text } : { actor: text };
}

export default function Audit() {
  const { query } = route.value;
  const open = query.get('open');
  const path = pathWith('/v1/auditEvents', {
    ...asked((query.get('q') ?? '').trim()),
    kind: query.get('kind'),
    actorKind: query.get('by'),
    outcome: query.get('outcome'),
    subject: query.get('subject'),
    ...(query.has('trace') && { requestId: query.get('trace') }),
    from: startOf(query.get('time')),
  });
  const [subject, trace] = [query.get('subject'), query.get('trace')];
  return (
    <>
      <Head title={words.places.audit} text={texts.about}>
        <Export path={path} name="audit" />
      </Head>
      <Chain />
      <Views keeps={['kind', 'by', 'outcome', 'time']} />
      <div class="filters">
        <Search placeholder={texts.search} />
        <Chip name="kind" label={texts.what} options={texts.kinds} />
        <Chip name="by" label={texts.by} options={texts.actors} />
        <Chip name="outcome" label={texts.outcome} options={texts.outcomes} />
        {trace !== null && <Chip name="trace" label={texts.trace} options={[[trace, trace]]} />}
        {subject !== null && <Chip name="subject" label={texts.subject} options={[[subject, subject]]} />}
        <Chip name="time" label={texts.time} options={words.spans} />
      </div>
      <div class={open === null ? '' : 'grid aside opened'}>
        <div>
          <List<AuditEvent>
            label={words.places.audit}
            path={path}
            plural="auditEvents"
            watch="audit"
            keyOf={({ id }) => id}
            to={({ id }) => changed({ open: id })}
            none={<Empty icon="book" title={words.nothing} text={texts.noneText} />}
            columns={[
              { name: texts.what, show: ({ kind }) => <span class="mono">{kind}</span> },
              {
                name: texts.by,
                show: ({ actor }) => <Actor of={actor} />,
              },
              {
                name: texts.subject,
                class: 'off',
                show: (event) =>
                  event.subject === null ? (
                    <Dash />
                  ) : (
                    <a class="link" href={pathTo('users', event.subject)}>
                      {event.subject}
                    </a>
                  ),
              },
              {
                name: texts.outcome,
                class: 'off',
                show: ({ outcome }) =>
                  outcome === 'done' ? <span class="dim">{texts.done}</span> : <Status of={outcome} />,
              },
              { name: texts.from, class: 'off', show: ({ address }) => <span class="mono dim">{address ?? '–'}</span> },
              { name: texts.when, show: ({ at }) => <Time at={at} /> },
            ]}
          />
        </div>
        {open !== null && (
          <aside class="grid side-facts">
            <Entry key={open} id={open} />
          </aside>
        )}
      </div>
    </>
  );
}

function Chain() {
  const { value } = useResource<AuditChain>('/v1/auditChain');
  if (!value?.head) return null;
  const { head, checkpoint, unlinked } = value;
  return (
    <div class="spaced">
      <Note tone={unlinked > 1000 ? 'warn' : 'good'} icon="shield">
        <strong>{texts.chain(number(head.number))}</strong> {texts.chainText(unlinked)}{' '}
        {checkpoint && (
          <>
            {texts.checkpoint(exactly(checkpoint.signedAt))}{' '}
            <button
              type="button"
              class="button slim"
              onClick={() => save('checkpoint.jws', 'application/jose', checkpoint.jws)}
            >
              {texts.saveCheckpoint}
            </button>
          </>
        )}
      </Note>
    </div>
  );
}

function Entry({ id }: { readonly id: string }) {
  const entry = useResource<AuditEvent>(pathTo('v1', 'auditEvents', id));
  const close = (
    <button
      type="button"
      class="button bare icon-only slim"
      aria-label={words.close}
      onClick={() => go(changed({ open: undefined }))}
    >
      <Icon name="cross" />
    </button>
  );
  return (
    <Card title={entry.value?.kind ?? texts.entry} end={close}>
      <Shown of={entry}>
        {(event) => (
          <div class="stack">
            <Facts
              rows={[
                [texts.when, exactly(event.at)],
                [
                  texts.by,
                  <>
                    <ActorName kind={event.actor.kind} id={event.actor.id} />{' '}
                    <span class="dim">{event.actor.kind}</span>
                  </>,
                ],
                [
                  texts.subject,
                  event.subject && (
                    <a class="link" href={pathTo('users', event.subject)}>
                      {event.subject}
                    </a>
                  ),
                ],
                [texts.outcome, event.outcome],
                [texts.from, event.address],
                [texts.trace, event.requestId && <Copy text={event.requestId} short={26} />],
                [texts.comments, event.comments],
              ]}
            />
            <pre class="wrap">{JSON.stringify(event.details, null, 2)}</pre>
            <div class="linked single">
              <span>
                <small>{event.link ? texts.number(number(event.link.number)) : texts.notLinked}</small>
                {event.link && `${event.link.hash.slice(0, 32)}…`}
              </span>
            </div>
            {event.requestId !== null && (
              <a class="link" href={pathWith('/audit', { trace: event.requestId })}>
                {texts.sameTrace}
              </a>
            )}
          </div>
        )}
      </Shown>
    </Card>
  );
}
