import { useResource } from '../../resource.js';
import { lasting, number } from '../../ui/format.js';
import { Table } from '../../ui/list.js';
import { Shown } from '../../ui/loading.js';
import { Card, Tag } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { SystemReport } from '../settings/types.js';

const texts = words.overview.queues;
type Work = SystemReport['work'][number];
/** Work that is overdue by more seconds than this is shown as a problem. */
const LATE_SECONDS = 60;

const rowsOf = (work: readonly Work[]): Work[] => [
  ...Object.keys(texts.kinds).map(
    (kind) => work.find((one) => one.kind === kind) ?? { kind, waiting: 0, parked: 0, overdueSeconds: 0 },
  ),
  ...work.filter(({ kind, parked }) => texts.kinds[kind] === undefined && parked > 0),
];

/**
 * Shows queues that people wait for, and other queues if they have parked work (jobs that failed too often). Upkeep
 * jobs are left out, because they are planned ahead and therefore always waiting.
 */
export function Queues() {
  const system = useResource<Pick<SystemReport, 'work'>>('/v1/system');
  return (
    <Card
      title={texts.title}
      note={texts.note}
      end={
        <a class="link" href="/settings?tab=system">
          {texts.system}
        </a>
      }
      flush
    >
      <Shown of={system} rows={4}>
        {({ work }) => (
          <Table<Work>
            label={texts.title}
            rows={rowsOf(work)}
            keyOf={({ kind }) => kind}
            columns={[
              { name: texts.queue, show: ({ kind }) => texts.kinds[kind] ?? <span class="mono">{kind}</span> },
              { name: texts.waits, show: ({ waiting }) => number(waiting) },
              {
                name: texts.parked,
                show: ({ parked }) => (parked > 0 ? <Tag tone="bad">{number(parked)}</Tag> : '0'),
              },
              {
                name: texts.late,
                show: ({ overdueSeconds: late }) =>
                  late < LATE_SECONDS ? texts.inTime : <Tag tone="warn">{lasting(late)}</Tag>,
              },
            ]}
          />
        )}
      </Shown>
    </Card>
  );
}
