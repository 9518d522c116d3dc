import type { ErrorKind } from './errors.js';

/**
 * The target of a transition that returns to an earlier state, which `step` stored when the machine left it. `previous`
 * lists the states to which it may return.
 */
export interface Previous<S extends string = string> {
  readonly previous: readonly S[];
}

export const previous = <const S extends string>(...allowed: readonly S[]): Previous<S> => ({ previous: allowed });

/**
 * One transition of a state machine. A `from` of `null` means "does not exist yet"; the fourth element names a
 * condition that must hold.
 */
export type Arrow = readonly [from: string | null, action: string, to: string | Previous, when?: string];

export type StateOf<T extends readonly Arrow[]> = Exclude<T[number][0], null> | Extract<T[number][2], string>;
export type ActionOf<T extends readonly Arrow[]> = T[number][1];

type RowsOf<T extends readonly Arrow[], A> = Extract<T[number], readonly [unknown, A, ...unknown[]]>;
type ConditionOf<T extends readonly Arrow[], A> = Extract<RowsOf<T, A>, readonly [unknown, A, unknown, string]>[3];
type Facts<C> = [C] extends [never] ? [] : [facts: Readonly<Record<C & string, boolean>>];

/**
 * The current state, and the stored earlier states, oldest first. A transition to an earlier state goes to the one that
 * was stored last.
 */
export interface Position<S extends string> {
  readonly state: S;
  readonly memory: readonly S[];
}

/** Creates a state machine from a table of transitions. Entities, guards, documents and tests all use this table. */
export function defineMachine<const T extends readonly Arrow[]>(name: string, refused: ErrorKind, arrows: T) {
  type State = StateOf<T>;
  type Action = ActionOf<T>;
  const expanded = arrows.flatMap(expand);
  const states = [...new Set(expanded.flatMap(([from, , to]) => (from === null ? [to] : [from, to])))] as State[];
  const remembering = new Set(arrows.filter(([, , to]) => typeof to !== 'string').map(([from]) => from));
  assertSound(name, arrows, expanded);

  /** Finds the transition from a state by an action. Throws if there is none, or if its condition does not hold. */
  function arrowFor(from: State | null, action: Action, facts: Readonly<Record<string, boolean>>): Arrow {
    const hit = arrows.find((arrow) => arrow[0] === from && arrow[1] === action);
    const attempt = { from, action };
    if (!hit) throw refused(`${name}: cannot ${action} from ${from ?? '(absent)'}`, attempt);
    const when = hit[3];
    if (when && facts[when] !== true) {
      throw refused(`${name}: cannot ${action} from ${from ?? '(absent)'} until ${when}`, { ...attempt, when });
    }
    return hit;
  }

  return {
    name,
    arrows,
    /** The transitions, with one entry for each possible target of a transition that depends on history. */
    expanded,
    states,
    actions: [...new Set(arrows.map(([, action]) => action))] as Action[],
    finals: states.filter((state) => !arrows.some(([from]) => from === state)),

    /** Returns the state that `action` leads to, or throws the machine's error. */
    move<A extends Action>(from: State | null, action: A, ...[facts]: Facts<ConditionOf<T, A>>): State {
      const [, , to] = arrowFor(from, action, facts ?? {});
      if (typeof to !== 'string') throw new Error(`${name}: ${action} needs the memory that only step() keeps`);
      return to as State;
    },

    /**
     * Like `move`, for a machine with transitions of type `Previous`. When it enters a state that has such a
     * transition, it stores the state that it leaves, so that it can return there.
     */
    step<A extends Action>(at: Position<State>, action: A, ...[facts]: Facts<ConditionOf<T, A>>): Position<State> {
      const [, , to] = arrowFor(at.state, action, facts ?? {});
      if (typeof to === 'string') {
        return { state: to as State, memory: remembering.has(to) ? [...at.memory, at.state] : [] };
      }
      const before = at.memory.at(-1);
      if (before === undefined || !to.previous.includes(before)) {
        throw refused(`${name}: nothing to return to from ${at.state}`, { from: at.state, action });
      }
      return { state: before, memory: at.memory.slice(0, -1) };
    },

    toMermaid(): string {
      const line = ([from, action, to, when]: ExpandedArrow) =>
        `  ${from ?? '[*]'} --> ${to}: ${action}${when ? ` [${when}]` : ''}`;
      return ['stateDiagram-v2', ...expanded.map(line)].join('\n');
    },
  };
}

type ExpandedArrow = readonly [from: string | null, action: string, to: string, when?: string];

function expand([from, action, to, when]: Arrow): ExpandedArrow[] {
  const targets = typeof to === 'string' ? [to] : to.previous;
  return targets.map((target) => (when ? [from, action, target, when] : [from, action, target]));
}

/**
 * Checks the table of transitions: at most one transition for each state and action, and no transition from a state
 * that cannot be reached.
 */
function assertSound(name: string, arrows: readonly Arrow[], expanded: readonly ExpandedArrow[]): void {
  const seen = new Set<string>();
  const reached = new Set(expanded.map(([, , to]) => to));
  for (const [from, action] of arrows) {
    const key = `${from ?? '(absent)'} ${action}`;
    if (seen.has(key)) throw new Error(`${name}: two arrows for ${key}`);
    if (from !== null && !reached.has(from)) throw new Error(`${name}: nothing leads to ${from}`);
    seen.add(key);
  }
}
