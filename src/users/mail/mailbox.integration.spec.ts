import { request as httpRequest } from 'node:http';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tenant } from '../../shared/kernel/index.js';
import { MailboxFolder } from './mailbox-folder.adapter.js';
import { COMMON_SENDER, MessageSender, type Message } from '../contract/index.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { someone } from '../../../test/support/enrolments.js';
import { until } from '../../../test/integration/support/until.js';

const tenant = Tenant.of('default', false);
const message: Message = {
  to: { email: 'jane@example.com', mobile: null },
  purpose: 'users/activation-code',
  language: 'en',
  subject: '<b>Subject</b>',
  text: '<script>alert(1)</script>',
  html: '<p>html</p>',
};

let running: TestApplication;

/** Uses `http` directly, because `fetch` does not let a test set the header Host. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    httpRequest(running.url('management', path), { headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    })
      .on('error', reject)
      .end();
  });

describe('Mailbox', () => {
  beforeAll(async () => (running = await startTestApplication()));
  afterAll(() => running.close());

  describe('The mailbox of development', () => {
    it('shows a developer the code of a new user, and the mail as it would look', async () => {
      const mailbox = running.app.get<MailboxFolder>(COMMON_SENDER);
      await running.app.get(EnrolmentService).enrol(tenant, someone('jane', { emailId: 'jane@example.com' }));
      await until(async () => (await mailbox.list()).length > 0);
      const page = await get('/docs/mailbox');
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toMatch(/ {4}[0-9A-Z]{5}-[0-9A-Z]{5}/);
      expect(page.body).toContain('jane@example.com');
      const [, link] = /href="(mailbox\/[^"]+)"/.exec(page.body) ?? [];
      const mail = await get(`/docs/${link ?? ''}`);
      expect(mail.body).toMatch(/^<!doctype html>/);
      expect(mail.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect((await get('/docs/mailbox/nothing-like-it')).status).toBe(404);
    });

    it('writes nothing of a message into the page but as text, under a policy that runs and loads nothing', async () => {
      await running.app.get(MessageSender).send(message);
      const { body, headers } = await get('/docs/mailbox');
      expect(body).not.toContain('<script>');
      expect(body).not.toContain('<b>');
      expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; style-src 'self'; img-src 'self'",
      );
    });

    it.each([
      ['a name that was made to lead here', { host: 'evil.example:9442' }],
      ['a tunnel or proxy', { 'x-forwarded-for': '203.0.113.7' }],
      ['another proxy', { forwarded: 'for=203.0.113.7' }],
    ])('does not exist for %s', async (_, headers) => {
      expect((await get('/docs/mailbox', headers)).status).toBe(404);
    });

    it('is for the owner alone, whole at any time, and keeps the newest only', async () => {
      const folder = join(mkdtempSync(join(tmpdir(), 'countersign-mailbox-')), 'mailbox');
      try {
        const mailbox = new MailboxFolder(folder, 'https://localhost/docs/mailbox');
        for (let i = 0; i < 203; i++) await mailbox.send({ ...message, subject: String(i) });
        expect(readdirSync(folder)).toHaveLength(200);
        expect((await mailbox.list()).map(({ subject }) => subject).slice(0, 3)).toEqual(['202', '201', '200']);
        expect(statSync(folder).mode & 0o777).toBe(0o700);
        expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600);
        expect(await mailbox.find('../../etc/passwd')).toBeUndefined();
      } finally {
        rmSync(join(folder, '..'), { recursive: true });
      }
    });
  });
});
