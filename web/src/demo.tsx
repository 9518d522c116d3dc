import { render } from 'preact';
import { Demo } from './demo/frame.js';
import { watch } from './demo/visit.js';

const place = document.querySelector('#demo');
if (place) {
  place.replaceChildren();
  render(<Demo />, place);
  watch();
}
