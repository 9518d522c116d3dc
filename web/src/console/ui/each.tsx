import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, send } from '../api.js';
import { place } from '../place.js';
import { words } from '../words/words.js';
import { titleOf } from './loading.js';
import type { Picking } from './list.js';
import { Note } from './parts.js';

const texts = words.bulk;
/** The largest number of calls for one action. For more, a program should use the API. */
const MOST = 100;

export interface Progress {
  readonly done: number;
  readonly all: number;
  /** The names of the rows that were refused, grouped by the reason. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
}
export type Call = readonly [name: string, path: string];

/**
 * Sends a POST to each path, one by one, and continues after one that is refused. All calls are for the enterprise and
 * the data (live or test) that were shown at first, even if the operator switches meanwhile.
 */
export function useEach(): readonly [Progress | undefined, (calls: readonly Call[]) => Promise<void>] {
  const [progress, tell] = useState<Progress | undefined>(undefined);
  const run = async (calls: readonly Call[]): Promise<void> => {
    const of = place.value;
    const refused = new Map<string, readonly string[]>();
    for (const [done, [name, path]] of calls.entries()) {
      tell({ done, all: calls.length, refused });
      try {
        await send('POST', path, {}, undefined, of);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const why = titleOf(error);
        refused.set(why, [...(refused.get(why) ?? []), name]);
      }
    }
    tell({ done: calls.length, all: calls.length, refused });
  };
  return [progress, run];
}

export const refusedIn = ({ refused }: Progress): number =>
  [...refused.values()].reduce((sum, names) => sum + names.length, 0);

interface EachProps<Row> extends Picking<Row> {
  readonly progress: Progress | undefined;
  /** The action buttons, disabled while too many rows are selected or an action runs. */
  readonly children: (isOff: boolean) => ComponentChildren;
}

/** Shows the number of selected rows, their actions, the progress, and the rows for which it failed. */
export function Each<Row>({ chosen, choose, progress, children }: EachProps<Row>) {
  const isTooMany = chosen.length > MOST;
  const isBusy = progress !== undefined && progress.done < progress.all;
  if (chosen.length === 0 && !progress) return null;
  return (
    <div class="spaced stack">
      {chosen.length > 0 && (
        <div class="buttons" role="toolbar" aria-label={texts.label}>
          <strong role="status">{texts.chosen(chosen.length)}</strong>
          {children(isTooMany || isBusy)}
          <button type="button" class="button slim bare" onClick={() => choose([])}>
            {texts.clear}
          </button>
          {isTooMany && <span class="dim">{texts.tooMany(MOST)}</span>}
        </div>
      )}
      {progress && (
        <Note tone={progress.refused.size > 0 ? 'warn' : 'good'} icon={progress.refused.size > 0 ? 'alert' : 'check'}>
          <strong role="status">
            {isBusy
              ? texts.progress(progress.done, progress.all)
              : texts.result(progress.all - refusedIn(progress), refusedIn(progress))}
          </strong>
          {progress.refused.size > 0 && (
            <ul>
              {[...progress.refused].map(([why, names]) => (
                <li key={why}>
                  {why}: <span class="mono">{names.join(', ')}</span>
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
    </div>
  );
}
