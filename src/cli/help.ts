import type { Command, CommandOption } from '../shared/operations/command.js';

interface Paint {
  bold(text: string): string;
  dim(text: string): string;
}

const CALL = 'npm run cli --';

/** Every command in a line. */
export function overview(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, takes, summary }): Row => [[name, takes].filter(Boolean).join(' '), summary]);
  return [
    `${paint.bold('Usage')}: ${CALL} <command> [options]`,
    '',
    ...table(rows.sort(([a], [b]) => (a < b ? -1 : 1))),
    '',
    paint.dim(`${CALL} <command> --help tells more.`),
  ].join('\n');
}

export function helpOf({ name, takes, summary, options = {} }: Command, paint: Paint): string {
  const rows = Object.entries(options).map(([option, declared]): Row => [
    `--${option}${valueOf(declared)}`,
    told(declared),
  ]);
  const call = [CALL, name, takes, rows.length > 0 ? '[options]' : undefined].filter(Boolean).join(' ');
  return [`${paint.bold('Usage')}: ${call}`, '', summary, ...(rows.length > 0 ? ['', ...table(rows)] : [])].join('\n');
}

type Row = readonly [left: string, right: string];

const valueOf = ({ type, value = 'TEXT' }: CommandOption): string => (type === 'boolean' ? '' : ` ${value}`);
const told = ({ summary, required }: CommandOption): string => (required ? `${summary} Required.` : summary);

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
