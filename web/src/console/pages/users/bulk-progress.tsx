import { useEffect, useState } from 'preact/hooks';
import { pathTo } from '../../route.js';
import { useResource } from '../../resource.js';
import { Shown } from '../../ui/loading.js';
import { Note, Time } from '../../ui/parts.js';
import { words } from '../../words/words.js';

const texts = words.bulk;
const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
const SHOWN = 10;

export interface UserAction {
  readonly actionId: string;
  readonly action: keyof typeof texts.acts;
  readonly state: 'running' | 'done';
  readonly total: number;
  readonly handled: number;
  readonly failed: number;
  readonly failures?: readonly { readonly userId: string; readonly code: string; readonly title: string }[];
  readonly createdTs: number;
}

/** The progress of an action for many users, and the users for whom it failed. */
export function ActionProgress({ id }: { readonly id: string }) {
  const action = useResource<UserAction>(pathTo('v1', 'userActions', id));
  const isRunning = action.value?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => void action.reload(), action.error ? AFTER_FAILURE_MS : EVERY_MS);
    return () => clearTimeout(timer);
  }, [action.at, action.error, isRunning]);
  return (
    <Shown of={action} rows={1}>
      {({ action: act, state, total, handled, failed, failures = [] }) => (
        <Note tone={failed > 0 ? 'warn' : 'good'} icon={failed > 0 ? 'alert' : state === 'done' ? 'check' : 'about'}>
          <strong role="status">
            {texts.acts[act]}:{' '}
            {state === 'running' ? texts.progress(handled, total) : texts.result(handled - failed, failed)}
          </strong>
          {state === 'running' && <progress max={total} value={handled} aria-label={texts.acts[act]} />}
          {failures.length > 0 && (
            <ul>
              {failures.map(({ userId, code, title }) => (
                <li key={userId}>
                  <a href={pathTo('users', userId)}>{userId}</a>: {words.codes[code] ?? title}
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
    </Shown>
  );
}

/** Actions for many users, including those that a second operator approved later. */
export function RecentActions({ show }: { readonly show: (action: UserAction) => void }) {
  const [isOpen, open] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary class="dim">{texts.recent}</summary>
      {isOpen && <Recent show={show} />}
    </details>
  );
}

function Recent({ show }: { readonly show: (action: UserAction) => void }) {
  const list = useResource<{ readonly actions: readonly UserAction[] }>(`/v1/userActions?limit=${SHOWN}`);
  return (
    <Shown of={list} rows={2}>
      {({ actions }) =>
        actions.length === 0 ? (
          <p class="dim">{words.nothing}</p>
        ) : (
          <ul>
            {actions.map((one) => (
              <li key={one.actionId}>
                <button type="button" class="button slim bare" onClick={() => show(one)}>
                  {texts.acts[one.action]}: {texts.people(one.total)}
                </button>{' '}
                <Time at={one.createdTs} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}
