import { useState } from 'preact/hooks';
import { send } from '../../api.js';
import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { tabAt, Tabs } from '../../ui/filters.js';
import { Icon } from '../../ui/icon.js';
import { Shown } from '../../ui/loading.js';
import { Card, Empty, Facts, Head, Status, Tag, Time } from '../../ui/parts.js';
import { words } from '../../words/en.js';

const texts = words.fourEyes;

interface Request {
  readonly id: string;
  readonly state: 'waiting' | 'agreed' | 'refused' | 'fallen';
  readonly right: string;
  readonly title: string;
  readonly path: string;
  readonly comments: string | null;
  readonly askedBy: { readonly id: string; readonly name: string };
  readonly askedTs: number;
  readonly fallsTs: number;
  readonly decidedBy?: { readonly id: string; readonly name: string };
  readonly decidedTs?: number;
  readonly mine: boolean;
  readonly mayAgree: boolean;
}
interface Asked {
  readonly request: Request;
  readonly verb: 'agree' | 'refuse' | 'takeBack';
}

export default function FourEyes() {
  const tab = tabAt('waiting');
  const requests = useResource<{ requests: readonly Request[] }>(`/v1/fourEyes?state=${encodeURIComponent(tab)}`, {
    kind: 'fourEyes',
  });
  const [asked, ask] = useState<Asked | undefined>(undefined);
  return (
    <>
      <Head title={words.places.fourEyes} text={texts.about} />
      <Tabs label={words.places.fourEyes} names={texts.tabs} />
      <Shown of={requests}>
        {({ requests: all }) =>
          all.length === 0 ? (
            <Card flush>
              <Empty icon="check" title={texts.none} text={tab === 'waiting' ? texts.noneText : texts.keptText} />
            </Card>
          ) : (
            <div class="grid two">
              {all.map((request) => (
                <RequestCard key={request.id} request={request} ask={ask} />
              ))}
            </div>
          )
        }
      </Shown>
      {asked && (
        <Ask
          title={texts[asked.verb].title}
          text={
            <>
              <p>{asked.request.title}</p>
              <p>{texts[asked.verb].text}</p>
            </>
          }
          verb={texts[asked.verb].do}
          danger={asked.verb !== 'takeBack'}
          withoutReason={asked.verb !== 'refuse'}
          onClose={() => ask(undefined)}
          act={async (comments) => {
            const path = pathTo('v1', 'fourEyes', asked.request.id);
            if (asked.verb === 'agree') await send('POST', `${path}/agreement`);
            else await send('POST', `${path}/refusal`, comments === '' ? {} : { comments });
            await requests.reload();
            return undefined;
          }}
        />
      )}
    </>
  );
}

const RequestCard = ({ request, ask }: { readonly request: Request; readonly ask: (asked: Asked) => void }) => (
  <Card
    title={request.title}
    end={
      request.state === 'waiting' ? (
        <Tag>{words.rights[request.right] ?? request.right}</Tag>
      ) : (
        <Status of={request.state} />
      )
    }
  >
    <div class="stack">
      {request.comments !== null && <p>“{request.comments}”</p>}
      <Facts
        rows={[
          [texts.askedBy, request.askedBy.name],
          [texts.when, <Time at={request.askedTs} />],
          request.state === 'waiting'
            ? [texts.falls, <Time at={request.fallsTs} />]
            : [texts.decidedBy, request.decidedBy?.name],
          [texts.concerns, <span class="mono">{request.path}</span>],
        ]}
      />
      {request.state === 'waiting' && request.mine && (
        <>
          <p class="dim">{texts.own}</p>
          <div class="buttons">
            <button type="button" class="button" onClick={() => ask({ request, verb: 'takeBack' })}>
              {texts.takeBack.do}
            </button>
          </div>
        </>
      )}
      {request.state === 'waiting' && request.mayAgree && (
        <div class="buttons">
          <button type="button" class="button main" onClick={() => ask({ request, verb: 'agree' })}>
            <Icon name="check" />
            {texts.agree.do}
          </button>
          <button type="button" class="button" onClick={() => ask({ request, verb: 'refuse' })}>
            {texts.refuse.do}
          </button>
        </div>
      )}
    </div>
  </Card>
);
