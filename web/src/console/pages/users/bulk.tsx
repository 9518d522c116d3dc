import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, send } from '../../api.js';
import { route } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { ExportAsk } from '../../ui/export.js';
import { Failure } from '../../ui/loading.js';
import { pathWith } from '../../ui/list.js';
import { words } from '../../words/words.js';
import { ActionProgress, RecentActions, type UserAction } from './bulk-progress.js';
import { nameOf, type User } from './types.js';

const texts = words.bulk;

/** The most users that the API accepts in one action. */
const MOST = 1000;
const MOST_NAMED = 25;
const PAGE = 200;
const ACTS = ['PAUSED', 'UNPAUSE', 'BLOCKED', 'UNBLOCK', 'ACTIVATION_CODE'] as const;
type Act = (typeof ACTS)[number];

interface BulkProps {
  readonly chosen: readonly User[];
  readonly choose: (users: readonly User[]) => void;
  /** The address of the filtered list. */
  readonly found: string;
}

/**
 * Applies one action to all selected users. The server carries it out; for many users a second operator must approve.
 */
export function Bulk({ chosen, choose, found }: BulkProps) {
  const [asked, ask] = useState<Act | undefined>(undefined);
  const [isExported, exportThem] = useState(false);
  const [started, start] = useState<UserAction | undefined>(undefined);
  const [isReading, error, chooseEveryone] = useEveryone({ chosen, choose, found });
  const isClosed = isReading || chosen.length > MOST;
  const run = async (action: Act, comments: string) => {
    const userIds = chosen.map(({ userId }) => userId);
    const answer = await send<UserAction>('POST', '/v1/userActions', { action, userIds, comments });
    if (answer.waits === undefined) {
      start(answer.value);
      choose([]);
    }
    return answer;
  };
  return (
    <div class="spaced stack">
      {(chosen.length > 0 || asked) && (
        <div class="buttons" role="toolbar" aria-label={texts.label}>
          <strong role="status">{texts.chosen(chosen.length)}</strong>
          {ACTS.map((act) => (
            <button key={act} type="button" class="button slim" disabled={isClosed} onClick={() => ask(act)}>
              {texts.acts[act]}
            </button>
          ))}
          <button type="button" class="button slim" disabled={isClosed} onClick={() => exportThem(true)}>
            {words.exports.do}
          </button>
          <button type="button" class="button slim bare" disabled={isReading} onClick={() => void chooseEveryone()}>
            {texts.everyone}
          </button>
          <button type="button" class="button slim bare" onClick={() => choose([])}>
            {texts.clear}
          </button>
          {chosen.length > MOST && <span class="dim">{texts.tooMany(MOST)}</span>}
        </div>
      )}
      {error && <Failure error={error} />}
      {started && <ActionProgress key={started.actionId} id={started.actionId} />}
      <RecentActions show={start} />
      {isExported && (
        <ExportAsk
          path={pathWith('/v1/users', { status: route.value.query.get('status') })}
          many="/v1/userExports"
          userIds={chosen.map(({ userId }) => userId)}
          name="users"
          text={texts.export}
          onClose={() => exportThem(false)}
        />
      )}
      {asked && (
        <Ask
          title={texts.title(texts.acts[asked], chosen.length)}
          text={<p>{chosen.slice(0, MOST_NAMED).map(nameOf).join(', ') + (chosen.length > MOST_NAMED ? ' …' : '')}</p>}
          verb={texts.acts[asked]}
          danger={asked === 'BLOCKED'}
          silent
          onClose={() => ask(undefined)}
          act={(comments) => run(asked, comments)}
        />
      )}
    </div>
  );
}

/**
 * Selects everyone in the filtered list. If the filters or the selection change before all are read, what was read is
 * dropped, because the operator now sees other users.
 */
function useEveryone({ chosen, choose, found }: BulkProps) {
  const latest = useRef<object>(undefined);
  const [isReading, setReading] = useState(false);
  const [error, fail] = useState<ApiError | undefined>(undefined);
  useEffect(() => {
    latest.current = undefined;
    setReading(false);
    fail(undefined);
  }, [found, chosen]);
  const read = async () => {
    const reading = (latest.current = {});
    const isWanted = () => latest.current === reading;
    setReading(true);
    fail(undefined);
    try {
      const users = await everyone(found);
      if (isWanted()) choose(users);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      if (isWanted()) fail(caught);
    } finally {
      if (isWanted()) setReading(false);
    }
  };
  return [isReading, error, read] as const;
}

interface Page {
  readonly users: readonly User[];
  readonly next: string | null;
}

/** Reads all users of the filtered list, at most as many as one action may have. */
async function everyone(found: string): Promise<readonly User[]> {
  const users: User[] = [];
  let next: string | null = '';
  while (next !== null && users.length < MOST) {
    const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
    const page: Page = await get<Page>(`${found}${found.includes('?') ? '&' : '?'}limit=${PAGE}${cursor}`);
    users.push(...page.users);
    next = page.next;
  }
  return users.slice(0, MOST);
}
