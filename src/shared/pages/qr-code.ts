import { renderSVG } from 'uqr';
import { Html } from '../kernel/index.js';

/**
 * Always dark on light, even in dark mode, because some readers do not find other codes. The page shows the content as
 * text too.
 */
export const qrCode = (text: string): Html =>
  new Html(renderSVG(text, { border: 2 }).replace('<svg ', '<svg aria-hidden="true" '));
