import type { CommandContext } from './command.js';

/** `attention`: somebody should know it and may want it so. `wrong`: nobody should go live with it. */
export type ReadyState = 'ok' | 'attention' | 'wrong';

export interface Finding {
  readonly state: ReadyState;
  /** What was looked at. */
  readonly about: string;
  readonly found: string;
  /** Where the state is not `ok`. */
  readonly todo?: string;
}

/** The database is there and migrated when a check is asked. */
export type ReadyCheck = (place: Pick<CommandContext, 'config' | 'application'>) => Promise<Finding[]>;

export const ok = (about: string, found: string): Finding => ({ state: 'ok', about, found });
export const attention = (about: string, found: string, todo: string): Finding => ({
  state: 'attention',
  about,
  found,
  todo,
});
export const wrong = (about: string, found: string, todo: string): Finding => ({ state: 'wrong', about, found, todo });
