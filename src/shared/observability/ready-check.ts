import type { CommandContext } from './command.js';

/** `attention`: somebody should know it and may want it so. `wrong`: nobody should go live with it. */
export type ReadyState = 'ok' | 'attention' | 'wrong';

/** The subjects of all checks. docs/operators/going-live.md names each. */
export const readyTopics = [
  'mode',
  'node',
  'settings',
  'addresses',
  'choices',
  'certificate',
  'own calls',
  'keys at rest',
  'retention',
  'mail',
  'mail server',
  'push',
  'database',
  'clock',
  'migrations',
  'disk',
  'processes',
  'work',
  'pictures',
  'signing keys',
  'clients',
  'client secrets',
  'redirect URIs',
  'webhooks',
  'identity engine',
  'face net',
  'review',
] as const;

export type ReadyTopic = (typeof readyTopics)[number];

export interface Finding {
  readonly state: ReadyState;
  readonly about: ReadyTopic;
  readonly found: string;
  /** The remedy, if the state is not `ok`. */
  readonly todo?: string;
}

/** The database is there and migrated when a check is asked. */
export type ReadyCheck = (place: Pick<CommandContext, 'config' | 'application'>) => Promise<Finding[]>;

export const ok = (about: ReadyTopic, found: string): Finding => ({ state: 'ok', about, found });
export const attention = (about: ReadyTopic, found: string, todo: string): Finding => ({
  state: 'attention',
  about,
  found,
  todo,
});
export const wrong = (about: ReadyTopic, found: string, todo: string): Finding => ({
  state: 'wrong',
  about,
  found,
  todo,
});
