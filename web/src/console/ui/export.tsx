import { useState } from 'preact/hooks';
import { type Answer, ApiError, getFile, save, send, takeFile } from '../api.js';
import { pathTo } from '../route.js';
import { words } from '../words/words.js';
import { Ask } from './ask.js';
import { Choice } from './field.js';
import { number } from './format.js';
import { Icon } from './icon.js';
import { say } from './toast.js';

const texts = words.exports;
export const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
export type Format = keyof typeof TYPES;

/** Spreadsheets read UTF-8 only if this mark is at the beginning. */
const BYTE_ORDER_MARK = '\ufeff';
const MOST_ROWS = 100_000;

interface ExportProps {
  /** The address of the filtered list. */
  readonly path: string;
  readonly name: string;
  /** A note about this export, in addition to those about every export. */
  readonly note?: string;
  /** The route for asking a colleague, if there are more rows than one operator may export alone. */
  readonly many?: string;
}

const TOO_MANY = 'users/too-many-to-export';

/** Exports the list as a file, with the filters in force. */
export function Export(props: ExportProps) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => ask(true)}>
        <Icon name="install" />
        {texts.do}
      </button>
      {isAsked && <ExportAsk {...props} text={texts.text} onClose={() => ask(false)} />}
    </>
  );
}

interface ExportAskProps extends ExportProps {
  readonly text: string;
  /** Exports only these users. For many, two operators must permit it. */
  readonly userIds?: readonly string[];
  readonly onClose: () => void;
}

export function ExportAsk({ path, name, note, many, text, userIds, onClose }: ExportAskProps) {
  const [isMany, setMany] = useState(false);
  const [format, choose] = useState<Format>('csv');
  const act = async (comments: string) => {
    const allow = (of: string) => allowed(filtersOf(path, of), { format, userIds, comments });
    if (many !== undefined && (isMany || userIds)) return allow(many);
    try {
      saveList(name, format, await getFile(path, TYPES[format], comments));
    } catch (error) {
      if (many !== undefined && error instanceof ApiError && error.is(TOO_MANY)) setMany(true);
      throw error;
    }
    return undefined;
  };
  return (
    <Ask
      title={texts.title}
      text={
        <p>
          {text} {note}
        </p>
      }
      verb={isMany ? texts.ask : texts.do}
      fourEyes={isMany}
      silent
      onClose={onClose}
      act={act}
    >
      <label>
        {texts.format}
        <Choice
          name="format"
          of={texts.formats}
          value={format}
          onChoice={(value) => choose(value === 'ndjson' ? value : 'csv')}
        />
      </label>
    </Ask>
  );
}

export interface AllowedExport {
  readonly exportId: string;
  readonly format: Format;
}

/** Requests an export and saves it at once, unless a second operator must approve first. */
async function allowed(path: string, asked: object): Promise<Answer<AllowedExport>> {
  const answer = await send<AllowedExport>('POST', path, asked);
  if (answer.waits === undefined) await takeList(answer.value);
  return answer;
}

export async function takeList({ exportId, format }: AllowedExport): Promise<void> {
  saveList('users', format, await takeFile(pathTo('v1', 'userExports', exportId, 'file'), TYPES[format]));
}

/**
 * Adds the query of the list to another route: its filters, and its order, which does not affect which rows are
 * exported.
 */
const filtersOf = (path: string, route: string): string => route + (/\?.*$/s.exec(path)?.[0] ?? '');

/** Saves a list, and says how many rows it has. */
export function saveList(name: string, format: Format, text: string): void {
  const rows = rowsIn(text, format);
  const day = new Date().toISOString().slice(0, 10);
  save(`${name}-${day}.${format}`, TYPES[format], format === 'csv' ? BYTE_ORDER_MARK + text : text);
  say(rows < MOST_ROWS ? texts.saved(number(rows), rows) : texts.cut(number(rows)));
}

/** Counts the rows of an export: line ends outside of quotes, without the header line of CSV. */
export function rowsIn(text: string, format: Format): number {
  let [rows, isQuoted] = [format === 'csv' ? -1 : 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (format === 'csv' && code === 34) isQuoted = !isQuoted;
    else if (code === 10 && !isQuoted) rows++;
  }
  return rows;
}
