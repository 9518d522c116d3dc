/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { knowDialogs } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { words } from '../../words/words.js';
import { OperatorDialog } from './operator-dialog.js';
import type { Operator } from './types.js';

const { again, block, unblock, remove } = words.settings.operators;
const ann = { id: '1', name: 'Ann', emailId: null, grants: [], passkeys: 1, endsTs: null };
let place: HTMLElement;

beforeEach(() => {
  knowDialogs();
  new FakeServer().reply('GET /v1/me', { body: { enterprises: [] } });
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

describe('The dialog of an operator', () => {
  it.each<[Operator['state'], readonly string[]]>([
    ['invited', [again, remove]],
    ['active', [again, block, remove]],
    ['blocked', [unblock, remove]],
  ])('offers for one who is %s only what can be done then', async (state, verbs) => {
    const operator = { ...ann, state };
    const nothing = () => undefined;
    await act(() =>
      render(
        <OperatorDialog
          operator={operator}
          hasSecond
          onClose={nothing}
          reload={() => Promise.resolve()}
          choose={nothing}
        />,
        place,
      ),
    );
    expect([...place.querySelectorAll('.buttons .slim')].map(({ textContent }) => textContent)).toEqual(verbs);
  });
});
