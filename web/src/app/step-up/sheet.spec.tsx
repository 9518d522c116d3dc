/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { CountersignError } from '@countersign/client';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Phone } from '../phone.js';
import { AnswerBar } from '../screens/answer-bar.js';
import { FakeClient, question } from '../testing/fake-client.js';
import { show } from '../testing/show.js';
import { StepUpSheet } from './sheet.js';
import { askUser } from './step-ups.js';

describe('The question who the user is', () => {
  const MINUTE = 60_000;
  let client: FakeClient;
  let page: HTMLElement;

  beforeEach(async () => {
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true;
    };
    client = new FakeClient();
    const body = { lng: 'en', subject: 'Confirm your payment', message: '' };
    const item = question({ body: [body] });
    client.notifications.answer = async (notification, response) => {
      const expiresAt = new Date(client.now() + 2 * MINUTE);
      await askUser({ notification, response, methods: [{ type: 'password' }], expiresAt });
      throw new CountersignError('step_up', 'Not confirmed', { reason: 'given up' });
    };
    page = await show({ phone: new Phone(client), settings: { brand: 'Meridian' } }, [
      <AnswerBar item={item} body={body} />,
      <StepUpSheet />,
    ]);
    await act(() => page.querySelector<HTMLElement>('.accept')?.click());
  });
  afterEach(() => render(null, page));

  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));
  const later = async (ms: number) => {
    client.ahead += ms;
    await act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await settled();
  };
  const isAsking = () => page.querySelector('#step-up-password') !== null;
  const trouble = () => page.querySelector('.note')?.textContent;

  it('stays until its time is over, and then says why nothing was answered', async () => {
    await later(MINUTE);
    expect([isAsking(), trouble()]).toEqual([true, undefined]);
    await later(2 * MINUTE);
    expect([isAsking(), trouble()]).toEqual([
      false,
      'The time to confirm is over, and nothing was answered. Please choose your answer again.',
    ]);
  });

  it('says nothing to a user who has closed it', async () => {
    await act(() => page.querySelector<HTMLElement>('dialog header button')?.click());
    await settled();
    expect([isAsking(), trouble()]).toEqual([false, undefined]);
  });
});
