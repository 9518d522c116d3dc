import { escapeHtml } from '../text.mjs';
import { drawFlow } from './flow.mjs';
import { drawSequence } from './sequence.mjs';
import { drawStates } from './states.mjs';

const KINDS = { 'stateDiagram-v2': drawStates, sequenceDiagram: drawSequence, flowchart: drawFlow };

/**
 * Draws a Mermaid diagram when the guide is built: in the browser, Mermaid would be large, and it writes inline styles,
 * which the pages' Content-Security-Policy forbids. Unsupported diagrams are shown as source.
 */
export function diagramOf(source, id) {
  const [kind] = source.trim().split(/\s/, 1);
  const drawn = attempt(() => KINDS[kind]?.(source, id));
  if (drawn !== undefined) return `<figure class="diagram">${drawn}</figure>\n`;
  return `<figure class="diagram"><pre tabindex="0">${escapeHtml(source)}</pre></figure>\n`;
}

/** Returns undefined for a diagram that cannot be laid out, so that the build goes on. */
function attempt(draw) {
  try {
    return draw();
  } catch {
    return undefined;
  }
}
