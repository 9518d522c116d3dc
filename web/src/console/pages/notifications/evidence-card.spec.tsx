/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { settle } from '../../testing/dom.js';
import { words } from '../../words/words.js';
import { EvidenceCard } from './evidence-card.js';
import type { Evidence } from './types.js';

it('Evidence whose keys arrive broken is not checked, and the card says why', async () => {
  const response = { ok: true, json: () => Promise.reject(new SyntaxError('broken')) };
  globalThis.fetch = () => Promise.resolve(response as unknown as Response);
  document.body.innerHTML = '<main></main>';
  const page = document.body.firstElementChild as HTMLElement;
  await act(() => render(<EvidenceCard evidence={{ statement: 'x' } as unknown as Evidence} />, page));
  await act(() => page.querySelector('button')?.click());
  await settle();
  expect(page.querySelector('[role=status]')?.textContent).toBe(words.notifications.evidence.noKeys);
  render(null, page);
});
