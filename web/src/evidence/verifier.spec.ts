/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { en } from '../../../src/notifications/evidence/words/en.words.js';
import { alterations, canonical, EvidenceSamples, textOf } from '../../../test/support/evidence-samples.js';
import { offerVerification } from './verifier.js';

let samples: EvidenceSamples;
beforeAll(async () => {
  samples = await EvidenceSamples.make();
});

beforeEach(async () => {
  document.body.innerHTML = `<div data-verifier hidden><div class="drop"><button></button><input type="file" multiple>
    </div><p data-keys>of <time datetime="2026-03-04T12:30:00Z"></time></p><div data-result></div></div>
    <script type="application/json" id="verifier-data"></script>`;
  const data = { keys: await samples.keys(), words: en, locale: 'en-GB', keysFrom: 'https://auth.example/keys.json' };
  document.querySelector('script')!.textContent = JSON.stringify(data);
  offerVerification();
});

const fileOf = (text: string, name = 'evidence.json') =>
  Object.defineProperty(new File([text], name), 'text', { value: async () => text, configurable: true });

const result = (): HTMLElement => document.querySelector('[data-result]')!;

/** Chooses files, and returns the page's result. */
async function choose(...files: File[]): Promise<string> {
  const input = document.querySelector('input')!;
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  input.dispatchEvent(new Event('change'));
  return settled();
}

async function settled(): Promise<string> {
  while (result().textContent === '' || result().textContent === en.verifying) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return result().textContent;
}

it('The page shows what was asked and answered, by whom and when', async () => {
  const text = await choose(fileOf(textOf(await samples.evidence())));
  expect(result().querySelector('.good h2')!.textContent).toBe('Verified');
  expect(result().querySelector('.bad')).toBeNull();
  for (const told of [
    'Approve (accept)',
    'jane',
    'd-1',
    'n-1',
    'evidence-1',
    '1 June 2026',
    '90 € to Jón',
    'Überweisung',
  ])
    expect(text).toContain(told);
  expect([...result().querySelectorAll('.asked')].map((one) => one.getAttribute('lang'))).toEqual(['de', 'en']);
  expect(result().querySelector('li')!.textContent).toBe('Approve (accept) (chosen)');
});

it.each(alterations)(
  'The page says of a file %s what is wrong, and nothing of what it claims',
  async (_what, why, made) => {
    const text = await choose(fileOf(textOf(await made(samples))));
    expect(result().querySelector('.bad h2')!.textContent).toBe('Not valid');
    expect([...result().querySelectorAll('li')].map(({ textContent }) => textContent).join('\n')).toMatch(
      new RegExp(why.source, 'm'),
    );
    expect(text).not.toContain('Verified');
  },
);

it('The page finds evidence altered in any byte not valid', async () => {
  const text = canonical(await samples.evidence());
  for (let at = 0; at < text.length; at += 7) {
    const letter = text[at] === 'A' ? 'B' : 'A';
    expect(await choose(fileOf(text.slice(0, at) + letter + text.slice(at + 1)))).toContain('Not valid');
    result().replaceChildren();
  }
});

it('The page verifies with the keys of a file, and says so', async () => {
  const evidence = await samples.evidence();
  const others = await EvidenceSamples.make();
  await choose(fileOf(textOf(evidence)), fileOf(textOf(await others.keys()), 'kept-keys.json'));
  expect(result().querySelector('li')!.textContent).toMatch(/^receipt: it is not signed/);
  expect(document.querySelector('[data-keys]')!.textContent).toContain('kept-keys.json');
  result().replaceChildren();
  expect(await choose(fileOf(textOf(await samples.keys()), 'evidence-keys.json'))).toContain('Verified');
});

it('The page waits for the evidence when there are only keys, and refuses files that are too large without reading them', async () => {
  expect(await choose(fileOf(textOf(await samples.keys())))).toBe(en.onlyKeys);
  const huge = Object.defineProperty(fileOf(''), 'size', { value: 3_000_000 });
  Object.defineProperty(huge, 'text', { value: () => Promise.reject(new Error('It was read')) });
  expect(await choose(huge)).toContain('larger than 2 MiB');
  const gone = Object.defineProperty(fileOf(''), 'text', { value: () => Promise.reject(new Error('gone')) });
  expect(await choose(gone)).toBe(en.fileUnreadable);
});

it('The page shows what comes of the last choice, whichever is read first', async () => {
  let finish: (text: string) => void = () => undefined;
  const slow = Object.defineProperty(fileOf(''), 'text', { value: () => new Promise((resolve) => (finish = resolve)) });
  const first = choose(slow);
  await choose(fileOf('no evidence'));
  finish(textOf(await samples.evidence()));
  await first;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(result().textContent).toContain('Not valid');
});

it('The page verifies what stands behind the # of its address, and takes it out of the history', async () => {
  const text = textOf(await samples.evidence());
  Object.defineProperty(File.prototype, 'text', { value: async () => text, configurable: true });
  location.hash = encodeURIComponent(text);
  offerVerification();
  expect(await settled()).toContain('Verified');
  expect(location.hash).toBe('');
});

it('The page takes text of the evidence as text', async () => {
  const [name, evidence] = ['<img src=x>.json', await samples.evidence({ receiptHeader: { kid: '<b>evil</b>{key}' } })];
  expect(await choose(fileOf(textOf(evidence), name))).toContain('"<b>evil</b>{key}"');
  expect(result().querySelectorAll('img, b')).toHaveLength(0);
});

it('The page takes dropped files, and never lets the browser open them', async () => {
  const event = new Event('drop', { cancelable: true, bubbles: true });
  Object.assign(event, { dataTransfer: { files: [fileOf(textOf(await samples.evidence()))] } });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(await settled()).toContain('Verified');
});
