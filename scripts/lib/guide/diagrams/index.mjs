import { escapeHtml } from '../text.mjs';
import { drawFlow } from './flow.mjs';
import { drawSequence } from './sequence.mjs';
import { drawStates } from './states.mjs';

const KINDS = { 'stateDiagram-v2': drawStates, sequenceDiagram: drawSequence, flowchart: drawFlow };

/**
 * A diagram in the language of Mermaid as a picture, drawn when the guide is built: Mermaid itself would be large in the
 * browser, and writes styles that the policy of the pages forbids. What we cannot draw is shown as it is written.
 */
export function diagramOf(source, id) {
  const [kind] = source.trim().split(/\s/, 1);
  const drawn = attempt(() => KINDS[kind]?.(source, id));
  if (drawn !== undefined) return `<figure class="diagram">${drawn}</figure>\n`;
  return `<figure class="diagram"><pre tabindex="0">${escapeHtml(source)}</pre></figure>\n`;
}

/** A diagram that cannot be laid out does not stop the build. */
function attempt(draw) {
  try {
    return draw();
  } catch {
    return undefined;
  }
}
