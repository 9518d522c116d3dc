import { renderSVG } from 'uqr';
import { Html } from '../kernel/index.js';

/** Dark on light in both colour schemes, or some readers do not find it. Its content is beside it as text. */
export const qrCode = (text: string): Html =>
  new Html(renderSVG(text, { border: 2 }).replace('<svg ', '<svg aria-hidden="true" '));
