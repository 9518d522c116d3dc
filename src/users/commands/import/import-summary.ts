import type { ImportTotals } from '../../services/import/import-users.service.js';
import { number } from './import-progress.js';

export interface Outcome {
  readonly ended: 'finished' | 'interrupted' | 'failed';
  readonly totals: ImportTotals;
  readonly seconds: number;
  readonly dryRun: boolean;
  readonly refusedFile: string | undefined;
}

/** What an operator must know when it is over, however it ended. */
export function summaryOf(outcome: Outcome): string[] {
  const { ended, totals, seconds } = outcome;
  if (ended === 'failed' && totals.lastLine === 0) return [];
  const done = totals.created + totals.existing + totals.refused;
  return [
    countsOf(outcome),
    `${seconds.toFixed(1)} s, ${number(done / seconds)} a second.`,
    ...(ended === 'finished' ? [] : [endingOf(outcome)]),
  ];
}

function countsOf({ totals: { created, existing, refused }, dryRun, refusedFile }: Outcome): string {
  const where = refusedFile === undefined || refused === 0 ? '' : `: see ${refusedFile}`;
  return [
    `${counted(created, 'user')} ${dryRun ? 'would be enrolled' : 'enrolled'}`,
    `${number(existing)} there already`,
    `${counted(refused, 'line')} refused${where}.`,
  ].join(', ');
}

const counted = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

const endingOf = ({ ended, totals: { lastLine } }: Outcome): string =>
  ended === 'interrupted'
    ? `Interrupted: every line up to ${number(lastLine)} is done. Run the same again to go on.`
    : `Failed near line ${number(lastLine)}. Run the same again once that is mended: who is enrolled stays so.`;
