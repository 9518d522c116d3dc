import { useEffect, useState } from 'preact/hooks';
import { t, type Word } from '../language.js';
import { Icon } from '../ui/icon.js';

export interface Filter {
  readonly search: string;
  readonly status: string;
  readonly action: string;
  /** Dates in the format of date inputs. */
  readonly from: string;
  readonly to: string;
}

export const NONE: Filter = { search: '', status: '', action: '', from: '', to: '' };

const STATUSES = ['UPDATED', 'EXPIRED', 'DISMISSED', 'CANCELLED', 'TAMPERED', 'DISCARD'] as const;
/** The actions that the filter offers. Questions with other actions are found by searching for their text. */
const ACTIONS: readonly (readonly [action: string, word: Word])[] = [
  ['accept', 'actionAccept'],
  ['reject', 'actionReject'],
  ['fraud', 'actionFraud'],
];
/** The delay after the last key before a search starts. */
const PAUSE_MS = 300;

interface Props {
  readonly filter: Filter;
  readonly choose: (filter: Filter) => void;
}

export function Filters({ filter, choose }: Props) {
  const [search, setSearch] = useState(filter.search);
  useEffect(() => {
    if (search.trim() === filter.search) return undefined;
    const timer = setTimeout(() => choose({ ...filter, search: search.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, filter]);
  const set = (part: Partial<Filter>) => choose({ ...filter, ...part });
  const chosen = [filter.status, filter.action, filter.from, filter.to].filter(Boolean).length;
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="search">
        <Icon name="search" />
        <label for="search" class="unseen">
          {t('search')}
        </label>
        <input
          id="search"
          class="text"
          type="search"
          maxLength={255}
          placeholder={t('search')}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <details>
        <summary>{chosen === 0 ? t('filter') : t('filterChosen', { count: chosen })}</summary>
        <div class="choices">
          <Select id="status" label={t('status')} value={filter.status} set={(status) => set({ status })}>
            {STATUSES.map((status) => [status, t(`status${status}`)])}
          </Select>
          <Select id="action" label={t('action')} value={filter.action} set={(action) => set({ action })}>
            {ACTIONS.map(([action, word]) => [action, t(word)])}
          </Select>
          <Day id="from" label={t('from')} value={filter.from} set={(from) => set({ from })} />
          <Day id="to" label={t('to')} value={filter.to} set={(to) => set({ to })} />
          {filter !== NONE && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                setSearch('');
                choose(NONE);
              }}
            >
              {t('clear')}
            </button>
          )}
        </div>
      </details>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

const Select = (props: FieldProps & { readonly children: readonly (readonly [value: string, name: string])[] }) => (
  <div>
    <label for={props.id}>{props.label}</label>
    <select id={props.id} class="text" value={props.value} onChange={(event) => props.set(event.currentTarget.value)}>
      <option value="">{t('all')}</option>
      {props.children.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

const Day = ({ id, label, value, set }: FieldProps) => (
  <div>
    <label for={id}>{label}</label>
    <input id={id} class="text" type="date" value={value} onChange={(event) => set(event.currentTarget.value)} />
  </div>
);
