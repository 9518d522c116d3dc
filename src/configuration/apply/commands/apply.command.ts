import { defineCommand, UsageError } from '../../../shared/observability/index.js';
import { writtenFault } from '../../files/file-entry.js';
import { DEFAULT_SET } from '../configuration-at-start.service.js';
import { Configuration, type Outcome } from '../configuration.service.js';
import { writtenCounts, writtenStep } from '../plan.js';
import { WantedObjects } from '../wanted-objects.service.js';

const REFUSED = 1;
const WOULD_CHANGE = 2;
const SET_NAME = /^[\w.-]{1,64}$/;

export const applyCommand = defineCommand({
  name: 'apply',
  takes: '<file or folder>',
  summary: 'Creates and changes enterprises, clients and other objects to match the files.',
  options: {
    plan: {
      type: 'boolean',
      summary: 'Only shows the changes. Exits with 2 if there are any.',
    },
    prune: {
      type: 'boolean',
      summary: 'Removes objects that earlier files created and these files no longer declare.',
    },
    'managed-by': {
      type: 'string',
      value: 'NAME',
      summary: `The name of this set of files, if there are several. Default: ${DEFAULT_SET}.`,
    },
  },
  endsInOrder: true,
  run: async ({ application, given, options, print, interrupted }) => {
    const [path, ...others] = given;
    if (path === undefined || others.length > 0) throw new UsageError('Name one file or folder.');
    const managedBy = options['managed-by'] ?? DEFAULT_SET;
    if (!SET_NAME.test(managedBy))
      throw new UsageError('--managed-by takes up to 64 letters, digits, ".", "-" and "_".');
    const app = await application();
    const { objects, faults } = app.get(WantedObjects).read(path);
    if (faults.length > 0) return refused({ steps: [], faults, left: [] }, true, print);
    if (options.prune && objects.length === 0)
      throw new UsageError('The files declare nothing: --prune would remove everything.');
    const onStep = (step: Parameters<typeof writtenStep>[0]): void => writtenStep(step).forEach((line) => print(line));
    const asked = { managedBy, prune: options.prune, onStep, signal: interrupted };
    const configuration = app.get(Configuration);
    const outcome = await (options.plan ? configuration.plan(objects, asked) : configuration.apply(objects, asked));
    if (outcome.faults.length > 0) return refused(outcome, options.plan, print);
    if (outcome.left.length > 0) print(leftOver(outcome.left, options.prune));
    print(`${options.plan ? 'Plan' : 'Applied'}: ${writtenCounts(outcome.steps, !options.plan)}.`);
    if (interrupted.aborted) print('Broken off. Run the command again to go on.');
    const differs = outcome.steps.some(({ verb }) => verb !== 'unchanged');
    return interrupted.aborted ? REFUSED : options.plan && differs ? WOULD_CHANGE : 0;
  },
});

type Print = (line: string) => void;

function refused({ faults, steps }: Outcome, isPlan: boolean, print: Print): number {
  for (const fault of faults) print(writtenFault(fault));
  print(
    isPlan || steps.length === 0 ? 'Nothing was changed.' : `${writtenCounts(steps, true)}, ${faults.length} faults.`,
  );
  return REFUSED;
}

const leftOver = (names: readonly string[], prune: boolean): string =>
  `Managed, but no longer declared: ${names.join(', ')}. ${
    prune ? 'They were there before the files, or cannot be removed.' : '--prune removes what the files created.'
  }`;
