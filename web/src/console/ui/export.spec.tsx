/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { knowDialogs } from '../testing/dom.js';
import { FakeServer } from '../testing/fake-server.js';
import { Export, rowsIn } from './export.js';
import { Toast } from './toast.js';

const PATH = '/v1/users?status=ACTIVE';
let server: FakeServer;
let place: HTMLElement;
let saved: { name: string; content: Blob }[];

beforeEach(async () => {
  knowDialogs();
  saved = [];
  let content: Blob;
  URL.createObjectURL = (blob) => ((content = blob as Blob), 'blob:x');
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, content });
  };
  server = new FakeServer();
  place = document.createElement('main');
  document.body.replaceChildren(place);
  await act(() => render([<Export key="e" path={PATH} name="users" />, <Toast key="t" />], place));
  await act(() => place.querySelector('button')?.click());
});
afterEach(() => render(null, place));

async function exportIt(reason: string, format = 'csv'): Promise<void> {
  const [text, select] = [place.querySelector('textarea'), place.querySelector('select')];
  if (!text || !select) throw new Error('no dialog');
  await act(() => {
    [text.value, select.value] = [reason, format];
    text.dispatchEvent(new Event('input', { bubbles: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(async () => {
    place.querySelector('form')?.requestSubmit();
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
  });
}

describe('An export', () => {
  it('is of the filters in force, says why, and tells how many rows were saved', async () => {
    server.reply(`GET ${PATH}`, { text: 'userId,comments\r\na,"two\r\nlines ""x"""\r\nb,\r\n' });
    await exportIt('For the auditors, §');
    expect(server.calls[0]?.headers).toMatchObject({ Accept: 'text/csv', Reason: 'For%20the%20auditors%2C%20%C2%A7' });
    expect(saved[0]?.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    expect(place.textContent).toContain('2 rows are saved');
    expect(place.querySelector('dialog')).toBeNull();
  });

  it('is NDJSON for programs', async () => {
    server.reply(`GET ${PATH}`, { text: '{"userId":"a\\""}\n' });
    await exportIt('For the auditors', 'ndjson');
    expect(server.calls[0]?.headers).toMatchObject({ Accept: 'application/x-ndjson' });
    expect(saved[0]?.name).toMatch(/\.ndjson$/);
    expect(place.textContent).toContain('1 row is saved');
  });

  it('needs a reason', async () => {
    await exportIt('no');
    expect(server.calls).toEqual([]);
  });

  it('says what was refused, and keeps the reason', async () => {
    const body = { code: 'users/too-many-to-export', title: 'The export contains too many users' };
    server.reply(`GET ${PATH}`, { status: 409, body });
    await exportIt('For the auditors');
    expect(place.textContent).toContain('The export contains too many users');
    expect([saved, place.querySelector('textarea')?.value]).toEqual([[], 'For the auditors']);
  });

  it('is asked of a colleague when it is of too many persons, with the same filters, format and reason', async () => {
    await act(() => render([<Export key="m" path={PATH} name="users" many="/v1/userExports" />], place));
    if (!place.querySelector('dialog')) await act(() => place.querySelector('button')?.click());
    const body = { code: 'users/too-many-to-export', title: 'The export contains too many users' };
    server.reply(`GET ${PATH}`, { status: 409, body });
    await exportIt('For the auditors', 'ndjson');
    expect(place.textContent).toContain('Ask a colleague');
    const headers = { Location: '/v1/fourEyes/f-1' };
    server.reply('POST /v1/userExports?status=ACTIVE', { status: 202, body: { id: 'f-1', fallsTs: 1 }, headers });
    await exportIt('For the auditors', 'ndjson');
    expect(server.calls.at(-1)).toMatchObject({
      method: 'POST',
      body: { format: 'ndjson', comments: 'For the auditors' },
    });
    expect(place.querySelector('a[href="/four-eyes/f-1"]')).not.toBeNull();
    expect(saved).toEqual([]);
  });

  it('counts rows and no lines', () => {
    expect([rowsIn('a\r\n', 'csv'), rowsIn('a\r\n"1\n""\n"\r\n', 'csv'), rowsIn('"\n"\n', 'ndjson')]).toEqual([
      0, 1, 2,
    ]);
  });
});
