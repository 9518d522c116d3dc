import { CONTENT } from './styles/content.js';
import { CONTROLS } from './styles/controls.js';
import { FRAME } from './styles/frame.js';

/** The look of the hosted pages. The colours of the brand come from its own small sheet. */
export const STYLE = FRAME + CONTROLS + CONTENT;
