import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';

// oxfmt-ignore
export const fourEyesState = defineMachine('Four eyes', OperatorErrors.alreadyDecided, [
  // from       action       to
  [null,        'ask',       'waiting'],

  ['waiting',   'agree',     'agreed'],
  ['waiting',   'refuse',    'refused'],
  ['waiting',   'takeBack',  'takenBack'],
  ['waiting',   'fall',      'fallen'],

  ['agreed',    'finish',    'done'],
  ['agreed',    'fail',      'failed'],
]);

export type FourEyesState = StateOf<typeof fourEyesState.arrows>;
export type FourEyesAction = Exclude<(typeof fourEyesState.actions)[number], 'ask'>;

/** Whether the state of a request allows the action. */
export const allows = (state: FourEyesState, action: FourEyesAction): boolean =>
  fourEyesState.arrows.some(([from, other]) => from === state && other === action);
