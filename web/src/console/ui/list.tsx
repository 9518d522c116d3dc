import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Kind } from '../live.js';
import { useResource } from '../resource.js';
import { changed, go, route, setQuery } from '../route.js';
import { words } from '../words/words.js';
import { Columns, shownOf } from './columns.js';
import { Shown } from './loading.js';
import { Empty, isTyping } from './parts.js';

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  readonly class?: string;
  /** The sort order, if the list is sorted by this column. */
  readonly sort?: 'ascending' | 'descending' | undefined;
}
/** The rows that the user has selected for an action. */
export interface Picking<Row> {
  readonly chosen: readonly Row[];
  readonly choose: (rows: readonly Row[]) => void;
  readonly nameOf: (row: Row) => string;
}
interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly to?: ((row: Row) => string) | undefined;
  readonly foot?: ComponentChildren;
  readonly picking?: Picking<Row> | undefined;
}

/** A table whose rows open pages: by click, by the link in the first cell, or by j, k and Enter. */
export function Table<Row>({ label, columns, rows, keyOf, to, foot, picking }: TableProps<Row>) {
  const [at, move] = useState(-1);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.metaKey || event.ctrlKey || document.querySelector('dialog[open]')) return;
      const row = rows[at];
      if (event.key === 'j') move(Math.min(rows.length - 1, at + 1));
      else if (event.key === 'k') move(Math.max(0, at - 1));
      else if (event.key === 'Enter' && to && row !== undefined && !isControl(document.activeElement)) go(to(row));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  return (
    <div class="table cards">
      <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {picking && <PickAll rows={rows} keyOf={keyOf} {...picking} />}
              {columns.map((column) => (
                <th key={column.name} scope="col" class={column.class} aria-sort={column.sort}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr
                key={keyOf(row)}
                class={`${to ? 'goes' : ''} ${index === at ? 'at' : ''}`}
                onClick={({ target }) => to && !isControl(target) && go(to(row))}
              >
                {picking && <Pick row={row} keyOf={keyOf} {...picking} />}
                {columns.map((column, place) => (
                  <td key={column.name} class={column.class}>
                    {place === 0 && to ? <a href={to(row)}>{column.show(row)}</a> : column.show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {foot}
    </div>
  );
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary, .pick') !== null;

/** A checkbox for all rows. Hidden on phones, which have no room for it. */
function PickAll<Row>({
  rows,
  keyOf,
  chosen,
  choose,
}: Omit<PickProps<Row>, 'row'> & { readonly rows: readonly Row[] }) {
  const shown = new Set(rows.map(keyOf));
  const elsewhere = chosen.filter((one) => !shown.has(keyOf(one)));
  return (
    <th scope="col" class="pick off">
      <input
        type="checkbox"
        aria-label={words.bulk.all}
        checked={rows.length > 0 && chosen.length - elsewhere.length === rows.length}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? [...elsewhere, ...rows] : elsewhere)}
      />
    </th>
  );
}

interface PickProps<Row> extends Picking<Row> {
  readonly row: Row;
  readonly keyOf: (row: Row) => string;
}
function Pick<Row>({ row, keyOf, chosen, choose, nameOf }: PickProps<Row>) {
  const others = chosen.filter((one) => keyOf(one) !== keyOf(row));
  const isChosen = others.length < chosen.length;
  return (
    <td class="pick off">
      <input
        type="checkbox"
        aria-label={words.bulk.one(nameOf(row))}
        checked={isChosen}
        onChange={() => choose(isChosen ? others : [...chosen, row])}
      />
    </td>
  );
}

export const PAGE = 50;

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'foot'> {
  /** The address of the list with the filters in force, without `limit` and `cursor`. */
  readonly path: string;
  /** The name of the member that holds the rows in the server's answer. */
  readonly plural: string;
  readonly watch?: Kind;
  readonly none?: ComponentChildren;
}
interface ListAnswer {
  readonly next?: string | null;
}

/**
 * Shows one page of a list at a time, by cursor. There are no page numbers, because counting all rows costs more than
 * reading a page.
 */
export function List<Row>({ path, plural, watch, none, ...table }: ListProps<Row>) {
  const [news, count] = useState(0);
  const cursor = route.value.query.get('cursor');
  const full = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const list = useResource<ListAnswer & Record<string, unknown>>(
    full,
    watch && { kind: watch, then: () => count((one) => one + 1) },
  );
  useEffect(() => count(0), [full]);
  // The server refuses a cursor after a day, and with other filters. The list then begins with its first page.
  const isRefused =
    cursor !== null && list.error?.problem.errors?.some(({ pointer }) => pointer === '?cursor') === true;
  useEffect(() => {
    if (isRefused) setQuery({ cursor: undefined });
  }, [isRefused]);
  const readAgain = () => {
    count(0);
    void list.reload();
  };
  return (
    <>
      {news > 0 && (
        <div class="news" role="status">
          <button type="button" class="button slim" onClick={readAgain}>
            {words.news}
          </button>
        </div>
      )}
      <Shown of={list} rows={8}>
        {(answer) => {
          const rows = (answer[plural] ?? []) as readonly Row[];
          if (rows.length === 0 && cursor === null) {
            return (
              <div class="table">{none ?? <Empty icon="search" title={words.nothing} text={words.nothingText} />}</div>
            );
          }
          return (
            <div class={list.loading ? 'stale' : ''}>
              <Columns list={plural} names={table.columns.map(({ name }) => name)} />
              <Table
                {...table}
                columns={shownOf(plural, table.columns)}
                rows={rows}
                foot={<Paging next={answer.next ?? null} rows={rows.length} />}
              />
            </div>
          );
        }}
      </Shown>
    </>
  );
}

interface Earlier {
  readonly cursors?: readonly string[];
}

/**
 * Buttons for the next and previous page. The cursors of the earlier pages are only in the browser's history, so after
 * opening a shared address the button for the previous page leads to the first one.
 */
function Paging({ next, rows }: { readonly next: string | null; readonly rows: number }) {
  const cursor = route.value.query.get('cursor');
  const { cursors = [] } = (history.state ?? {}) as Earlier;
  const older = () => next !== null && go(changed({ cursor: next }), { cursors: [...cursors, cursor ?? ''] });
  const newer = () => go(changed({ cursor: cursors.at(-1) }), { cursors: cursors.slice(0, -1) });
  return (
    <div class="foot">
      <span class="num">{words.rows(rows)}</span>
      <span class="buttons">
        <button type="button" class="button bare slim" disabled={cursor === null} onClick={newer}>
          {words.newer}
        </button>
        <button type="button" class="button bare slim" disabled={next === null} onClick={older}>
          {words.older}
        </button>
      </span>
    </div>
  );
}

/** Makes an address such as `/v1/users?status=ACTIVE` from the filters that are set. */
export function pathWith(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
