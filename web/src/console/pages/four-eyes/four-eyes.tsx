import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { tabAt, Tabs } from '../../ui/filters.js';
import { List } from '../../ui/list.js';
import { Shown } from '../../ui/loading.js';
import { Card, Empty, Facts, Head, Status, Tag, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { Decisions } from './decisions.js';
import { Concerned, RequestPage } from './request-page.js';
import { type FourEyesRequest, isTooClose, nameOf, titleOf } from './types.js';

const texts = words.fourEyes;

export default function FourEyes({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <Requests /> : <RequestPage id={id} />;
}

function Requests() {
  const tab = tabAt('waiting');
  return (
    <>
      <Head title={words.places.fourEyes} text={texts.about} />
      <Tabs label={words.places.fourEyes} names={texts.tabs} />
      {tab === 'mine' && (
        <Table key="mine" path="/v1/fourEyes?askedBy=me" none={[texts.noneMine, texts.noneMineText]} />
      )}
      {tab === 'done' && (
        <Table key="done" path="/v1/fourEyes?state=closed" none={[texts.noneDone, texts.noneDoneText]} />
      )}
      {tab === 'waiting' && <Waiting />}
    </>
  );
}

/** At most 100 requests can wait in an enterprise, so one page shows them all. */
function Waiting() {
  const requests = useResource<{ readonly requests: readonly FourEyesRequest[] }>(
    '/v1/fourEyes?state=waiting&askedBy=others&limit=100',
    { kind: 'fourEyes' },
  );
  return (
    <Shown of={requests}>
      {({ requests: all }) =>
        all.length === 0 ? (
          <Card flush>
            <Empty icon="check" title={texts.none} text={texts.noneText} />
          </Card>
        ) : (
          <div class="grid two">
            {all.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </div>
        )
      }
    </Shown>
  );
}

const RequestCard = ({ request }: { readonly request: FourEyesRequest }) => (
  <Card title={titleOf(request)} end={<Tag>{words.rights[request.right] ?? request.right}</Tag>}>
    <div class="stack">
      <p dir="auto">“{request.comments}”</p>
      <Facts
        rows={[
          [texts.askedBy, nameOf(request.askedBy)],
          [texts.when, <Time at={request.askedTs} />],
          [texts.falls, <Time at={request.fallsTs} />],
          [texts.concerns, <Concerned request={request} />],
        ]}
      />
      {isTooClose(request) && <p class="dim">{texts.tooClose}</p>}
      <Decisions request={request} />
      <a class="link" href={pathTo('four-eyes', request.id)}>
        {texts.look}
      </a>
    </div>
  </Card>
);

interface TableProps {
  readonly path: string;
  readonly none: readonly [title: string, text: string];
}
const Table = ({ path, none: [title, text] }: TableProps) => (
  <List<FourEyesRequest>
    label={words.places.fourEyes}
    path={path}
    plural="requests"
    watch="fourEyes"
    keyOf={({ id }) => id}
    to={({ id }) => pathTo('four-eyes', id)}
    none={<Empty icon="check" title={title} text={text} />}
    columns={[
      { name: texts.what, show: (request) => <span class="main">{titleOf(request)}</span> },
      {
        name: texts.state,
        show: ({ state }) => <Status of={state} {...(state === 'done' && { tone: 'good' as const })} />,
      },
      { name: texts.askedBy, class: 'off', show: ({ askedBy }) => nameOf(askedBy) },
      {
        name: texts.decidedBy,
        class: 'off',
        show: ({ decidedBy }) => (decidedBy === null ? undefined : nameOf(decidedBy)),
      },
      { name: texts.when, show: ({ askedTs }) => <Time at={askedTs} /> },
    ]}
  />
);
