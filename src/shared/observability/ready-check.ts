import type { CommandContext } from './command.js';

/** `attention`: possibly intended, but an operator should check it. `wrong`: must be fixed before going live. */
export type ReadyState = 'ok' | 'attention' | 'wrong';

/** The topics of the checks before going live. docs/operators/going-live.md describes each one. */
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
  /** The steps that solve the problem. Absent if the state is `ok`. */
  readonly todo?: string;
}

/** A check that operators run before going live. A check that uses `application` runs only on a migrated database. */
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
