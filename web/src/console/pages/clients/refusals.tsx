import { useResource } from '../../resource.js';
import { pathTo } from '../../route.js';
import { Table } from '../../ui/list.js';
import { Shown } from '../../ui/loading.js';
import { Card, Copy, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';

const texts = words.clients.refusals;

interface Refusal {
  readonly refusedTs: number;
  readonly error: string;
  readonly reason: string;
  readonly requestId: string;
}

/** Why the token endpoint refused the client. Its answers to the client do not contain these reasons. */
export function Refusals({ of: clientId }: { readonly of: string }) {
  const found = useResource<{ readonly refusals: readonly Refusal[] }>(pathTo('v1', 'clients', clientId, 'refusals'));
  return (
    <Card title={texts.title} note={texts.note}>
      <Shown of={found}>
        {({ refusals }) =>
          refusals.length === 0 ? (
            <p class="dim">{texts.none}</p>
          ) : (
            <Table<Refusal>
              label={texts.title}
              rows={refusals}
              keyOf={({ error, reason }) => `${error} ${reason}`}
              columns={[
                { name: texts.reason, show: reasonOf },
                { name: texts.last, show: ({ refusedTs }) => <Time at={refusedTs} /> },
                { name: texts.request, class: 'off', show: ({ requestId }) => <Copy text={requestId} short={13} /> },
              ]}
            />
          )
        }
      </Shown>
    </Card>
  );
}

const reasonOf = ({ error, reason }: Refusal) => (
  <>
    <span class="main">{reason}</span>
    <small class="mono">{error}</small>
  </>
);
