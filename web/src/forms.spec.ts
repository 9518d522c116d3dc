/** @jest-environment jsdom */
import { fitLogos, focusNote, localTimes, sendOnce } from './forms.js';

const show = (html: string, data: Readonly<Record<string, string>> = {}): void => {
  document.body.innerHTML = html;
  Object.assign(document.body.dataset, data);
};

/** Whether the form is sent. */
const submit = (): boolean => {
  const submitter = document.querySelector('button');
  const event = new SubmitEvent('submit', { cancelable: true, bubbles: true, submitter });
  return document.querySelector('form')!.dispatchEvent(event);
};

describe('A form', () => {
  beforeEach(() => {
    show('<form><input name="response" value="{}"><input name="proof" value="{}"><button>Send</button></form>');
    sendOnce();
  });
  afterEach(() => void jest.useRealTimers());

  it('is sent once, and its button says that it works', () => {
    expect([submit(), submit(), submit()]).toEqual([true, false, false]);
    expect(document.querySelector('button')!.getAttribute('aria-busy')).toBe('true');
  });

  it('can be sent again on a page that comes back, without what a passkey has said', () => {
    submit();
    dispatchEvent(new Event('pageshow'));
    expect(document.querySelector('button')!.hasAttribute('aria-busy')).toBe(false);
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['', '']);
    expect(submit()).toBe(true);
  });

  it('can be sent again after ten seconds, because the user may have stopped the browser from loading', () => {
    jest.useFakeTimers();
    submit();
    jest.advanceTimersByTime(9_999);
    expect(submit()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(document.querySelector('button')!.hasAttribute('aria-busy')).toBe(false);
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['', '']);
    expect(submit()).toBe(true);
  });

  it('that was sent again on a page that comes back is not freed by the time of its first sending', () => {
    jest.useFakeTimers();
    submit();
    jest.advanceTimersByTime(9_000);
    dispatchEvent(new Event('pageshow'));
    submit();
    jest.advanceTimersByTime(9_000);
    expect(submit()).toBe(false);
  });
});

it('The page puts the focus on what has to be heard first', () => {
  show('<p class="note" tabindex="-1">That did not work</p><input>');
  focusNote();
  expect(document.activeElement!.className).toBe('note');
});

it('The page tells times as they are where the browser is, in its own language', () => {
  show('<time datetime="2026-03-04T12:30:00Z"></time><time datetime="2026-03-04T12:30:00Z" data-exact="true"></time>', {
    dates: 'de',
  });
  localTimes();
  const here = new Date('2026-03-04T12:30:00Z').toLocaleTimeString('de', { timeStyle: 'short' });
  const [day, exact] = [...document.querySelectorAll('time')].map(({ textContent }) => textContent);
  expect(day).toMatch(/^\d+\. März 2026$/);
  expect(exact).toContain(here);
});

it('The page takes a wide logo for the name, and leaves no gap where one does not come', async () => {
  show('<p class="brand"><img id="wide"></p><p class="brand"><img id="sign"></p><p class="who"><img id="lost"></p>');
  const size = { wide: 220, sign: 40 } as Readonly<Record<string, number>>;
  for (const image of document.querySelectorAll('img')) {
    Object.defineProperty(image, 'naturalWidth', { value: size[image.id] ?? 0 });
    Object.defineProperty(image, 'naturalHeight', { value: 40 });
    image.decode = () => (image.id === 'lost' ? Promise.reject(new Error('lost')) : Promise.resolve());
  }
  fitLogos();
  await new Promise((resolve) => setTimeout(resolve));
  expect([...document.querySelectorAll('p')].map(({ className }) => className)).toEqual([
    'brand wordmark',
    'brand',
    'who',
  ]);
  expect([...document.querySelectorAll('img')].map(({ hidden }) => hidden)).toEqual([false, false, true]);
});
