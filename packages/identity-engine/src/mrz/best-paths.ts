export interface Choice {
  readonly character: string;
  readonly score: number;
}

export interface Path {
  readonly text: string;
  readonly score: number;
}

/** Returns the next state and the score of the step, or undefined if the character is not allowed. */
export type Step = (position: number, state: number, character: string) => readonly [number, number] | undefined;

interface Node {
  readonly score: number;
  readonly character: string;
  readonly before: Node | undefined;
}

/** Finds the two best texts with the Viterbi algorithm, keeping two paths for each state. */
export function bestTwo(choices: readonly (readonly Choice[])[], start: number, step: Step): Path[] {
  let states = new Map<number, readonly Node[]>([[start, [{ score: 0, character: '', before: undefined }]]]);
  choices.forEach((options, position) => {
    const after = new Map<number, readonly Node[]>();
    for (const [state, nodes] of states) {
      for (const { character, score } of options) {
        const next = step(position, state, character);
        if (!next) continue;
        for (const before of nodes) {
          const node = { score: before.score + score + next[1], character, before };
          after.set(next[0], withNode(after.get(next[0]), node));
        }
      }
    }
    states = after;
  });
  const ends = [...states.values()].flat().sort((a, b) => b.score - a.score);
  return ends.slice(0, 2).map((node) => ({ text: textTo(node), score: node.score }));
}

function withNode(nodes: readonly Node[] | undefined, node: Node): readonly Node[] {
  const [first, second] = nodes ?? [];
  if (!first) return [node];
  if (node.score > first.score) return [node, first];
  return second && node.score <= second.score ? [first, second] : [first, node];
}

function textTo(end: Node): string {
  let text = '';
  for (let node: Node | undefined = end; node; node = node.before) text = node.character + text;
  return text;
}

/** The difference of the scores of the best and the second path. `unrivalled` if there is no second one. */
export const marginOf = ([best, second]: readonly Path[], unrivalled: number): number =>
  best && second ? best.score - second.score : best ? unrivalled : -1;
