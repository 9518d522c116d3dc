import { signal } from '@preact/signals';
import { words } from '../words/words.js';

const KEY = 'console-columns';
type Hidden = Readonly<Record<string, readonly number[]>>;

function stored(): Hidden {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Hidden) : {};
  } catch {
    return {};
  }
}
const hidden = signal(stored());

/** The columns of a list that are shown. The first one has the link, and is always shown. */
export function shownOf<Column>(list: string, columns: readonly Column[]): readonly Column[] {
  const left = hidden.value[list];
  return Array.isArray(left) ? columns.filter((_, at) => at === 0 || !left.includes(at)) : columns;
}

interface ColumnsProps {
  readonly list: string;
  readonly names: readonly string[];
}

/** A menu to choose the columns of a list. The choice is stored in this browser. */
export function Columns({ list, names }: ColumnsProps) {
  const left = hidden.value[list] ?? [];
  const turn = (at: number) => {
    const now = left.includes(at) ? left.filter((one) => one !== at) : [...left, at];
    hidden.value = { ...hidden.value, [list]: now };
    localStorage.setItem(KEY, JSON.stringify(hidden.value));
  };
  return (
    <details class="chip off ends">
      <summary>{words.columns}</summary>
      <div class="pop ticks">
        {names.map(
          (name, at) =>
            at > 0 && (
              <label key={name}>
                <input type="checkbox" checked={!left.includes(at)} onChange={() => turn(at)} />
                <span>{name}</span>
              </label>
            ),
        )}
      </div>
    </details>
  );
}
