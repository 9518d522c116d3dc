import { machines } from '../../../dist/src/machines.js';

/** Each diagram between its markers in its context's README; the text around it is written by hand. */
export const machineDiagrams = [...new Set(machines.map(({ context }) => context))].map((context) => ({
  path: `src/${context}/README.md`,
  text: (current) => machines.filter((machine) => machine.context === context).reduce(withDiagram, current),
}));

function withDiagram(readme, { name, diagram }) {
  const [begin, end] = [`<!-- machine:${name} -->`, '<!-- /machine -->'];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The README has no place for this diagram: ${begin} … ${end}`);
  const drawn = `${begin}\n\n\`\`\`mermaid\n${diagram()}\n\`\`\`\n\n`;
  return `${readme.slice(0, from)}${drawn}${readme.slice(to)}`;
}
