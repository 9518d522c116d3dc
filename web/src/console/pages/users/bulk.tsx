import { useState } from 'preact/hooks';
import { ApiError, send } from '../../api.js';
import { pathTo, route } from '../../route.js';
import { Ask } from '../../ui/ask.js';
import { ExportAsk } from '../../ui/export.js';
import { pathWith } from '../../ui/list.js';
import { Note } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import { nameOf, type User } from './types.js';

const texts = words.bulk;

/** More than these at a time are for a program, or for a second look. */
const MOST = 25;
const CODE = 'CODE';
const ACTS = ['PAUSED', 'BLOCKED', 'ACTIVE', CODE] as const;
type Act = (typeof ACTS)[number];

interface Result {
  readonly done: number;
  readonly failed: readonly (readonly [user: User, why: string])[];
}

interface BulkProps {
  readonly chosen: readonly User[];
  readonly choose: (users: readonly User[]) => void;
}

/** One act for each of the people who are chosen, one after the other, as if it were asked for each by hand. */
export function Bulk({ chosen, choose }: BulkProps) {
  const [asked, ask] = useState<Act | undefined>(undefined);
  const [isExported, exportThem] = useState(false);
  const [done, count] = useState(0);
  const [result, tell] = useState<Result | undefined>(undefined);
  const run = async (act: Act, comments: string): Promise<void> => {
    const failed: (readonly [User, string])[] = [];
    for (const [at, user] of chosen.entries()) {
      count(at);
      const why = await failureOf(user, act, comments);
      if (why !== undefined) failed.push([user, why]);
    }
    count(0);
    ask(undefined);
    tell({ done: chosen.length - failed.length, failed });
    choose(failed.map(([user]) => user));
  };
  const isTooMany = chosen.length > MOST;
  return (
    <div class="spaced stack">
      {chosen.length > 0 && (
        <div class="buttons" role="toolbar" aria-label={texts.label}>
          <strong role="status">{texts.chosen(chosen.length)}</strong>
          {ACTS.map((act) => (
            <button key={act} type="button" class="button slim" disabled={isTooMany} onClick={() => ask(act)}>
              {texts.acts[act]}
            </button>
          ))}
          <button type="button" class="button slim" onClick={() => exportThem(true)}>
            {words.exports.do}
          </button>
          <button type="button" class="button slim bare" onClick={() => choose([])}>
            {texts.clear}
          </button>
          {isTooMany && <span class="dim">{texts.tooMany(MOST)}</span>}
        </div>
      )}
      {result && <Outcome {...result} />}
      {isExported && (
        <ExportAsk path={pathOf(chosen)} name="users" text={texts.export} onClose={() => exportThem(false)} />
      )}
      {asked && (
        <Ask
          title={texts.title(texts.acts[asked], chosen.length)}
          text={<p role="status">{done === 0 ? chosen.map(nameOf).join(', ') : texts.progress(done, chosen.length)}</p>}
          verb={texts.acts[asked]}
          danger={asked === 'BLOCKED'}
          withoutReason={asked === CODE}
          stays
          onClose={() => ask(undefined)}
          act={async (comments) => {
            await run(asked, comments);
            return undefined;
          }}
        />
      )}
    </div>
  );
}

/** Those who are deleted are listed, and exported, where they are asked for only. */
function pathOf(users: readonly User[]): string {
  const path = pathWith('/v1/users', { status: route.value.query.get('status') });
  const named = new URLSearchParams(users.map(({ userId }) => ['userIds', userId]));
  return `${path}${path.includes('?') ? '&' : '?'}${named.toString()}`;
}

async function failureOf({ userId }: User, act: Act, comments: string): Promise<string | undefined> {
  try {
    const answer = await (act === CODE
      ? send('POST', pathTo('v1', 'users', userId, 'activationCode'))
      : send('PUT', pathTo('v1', 'users', userId, 'status'), { status: act, comments }));
    return answer.waits === undefined ? undefined : texts.waits;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return words.codes[error.problem.code] ?? error.problem.title;
  }
}

const Outcome = ({ done, failed }: Result) => (
  <Note tone={failed.length > 0 ? 'warn' : 'good'} icon={failed.length > 0 ? 'alert' : 'check'}>
    <strong>{texts.result(done, failed.length)}</strong>
    {failed.length > 0 && (
      <ul>
        {failed.map(([user, why]) => (
          <li key={user.userId}>
            {nameOf(user)}: {why}
          </li>
        ))}
      </ul>
    )}
  </Note>
);
