import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outboundTrust } from '../../shared/outbound/index.js';
import { ensureDevelopmentTls } from '../../development/tls/development-tls.js';
import { SmtpSender } from './smtp.adapter.js';
import { Undeliverable, type Message } from '../contract/message-sender.port.js';
import { SmtpReceiver, type ReceiverOptions } from '../../../test/support/smtp-receiver.js';

const message: Message = {
  to: { email: 'jane@example.com', mobile: null },
  purpose: 'users/activation-code',
  language: 'es',
  subject: 'Código',
  text: 'ABCDE-FGHJK\n',
  html: '<p>ABCDE-FGHJK</p>',
};

const open: { close(): Promise<void> }[] = [];

async function receiverAndSender(options: ReceiverOptions = {}, { scheme = 'smtp', host = '127.0.0.1', ca = '' } = {}) {
  const receiver = await SmtpReceiver.start(options);
  const from = { name: 'Bank "A", Ltd', address: 'no-reply@bank.example' };
  const trust = outboundTrust({ outboundCaFile: ca || undefined, developmentCaFile: undefined });
  const sender = new SmtpSender({ url: new URL(`${scheme}://${host}:${receiver.port}`), from, plain: false, trust });
  open.push({
    close: async () => {
      sender.onApplicationShutdown();
      await receiver.close();
    },
  });
  return { receiver, sender };
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe('The SMTP sender', () => {
  it('hands a mail over, as text and as HTML, marked as written by a machine', async () => {
    const { receiver, sender } = await receiverAndSender();
    await sender.send(message);
    const [mail] = receiver.mails;
    expect(mail).toMatchObject({ from: 'no-reply@bank.example', to: ['jane@example.com'] });
    for (const line of [
      /^From: "Bank \\"A\\", Ltd" <no-reply@bank\.example>$/m,
      /^To: jane@example\.com$/m,
      /^Subject: =\?UTF-8\?/m,
      /^Auto-Submitted: auto-generated$/m,
      /^Content-Language: es$/m,
      /^Content-Type: multipart\/alternative/m,
      /^ABCDE-FGHJK$/m,
      /^<p>ABCDE-FGHJK<\/p>$/m,
    ]) {
      expect(mail?.raw.replaceAll('\r', '')).toMatch(line);
    }
  });

  it('lets nobody write a header of their own', async () => {
    const { receiver, sender } = await receiverAndSender();
    const subject = 'Hello\r\nBcc: all@example.com\r\n\r\nbody';
    await sender
      .send({ ...message, subject, to: { email: 'jane@example.com, "x" <eve@example.com>', mobile: null } })
      .catch(() => undefined);
    await sender.send({ ...message, subject });
    for (const { to, raw } of receiver.mails) {
      expect(to).not.toContain('eve@example.com');
      expect(to).not.toContain('all@example.com');
      expect(raw).not.toMatch(/^Bcc:/im);
    }
    expect(receiver.mails.at(-1)?.raw).toMatch(/^Subject: Hello Bcc: all@example\.com/m);
  });

  it('tells a receiver who was refused for good from trouble that passes, and never the address', async () => {
    const { receiver, sender } = await receiverAndSender();
    const failure = (reply: string, at: 'RCPT' | 'DATA') => {
      receiver.refuseFrom((command) => (command === at ? reply : undefined));
      return sender.send(message).then(
        () => undefined,
        (error: unknown) => error,
      );
    };
    const refused = await failure('550 5.1.1 <jane@example.com> unknown', 'RCPT');
    const busy = await failure('451 4.2.1 <jane@example.com> try later', 'RCPT');
    const content = await failure('554 5.7.1 <jane@example.com> no', 'DATA');
    expect(refused).toBeInstanceOf(Undeliverable);
    for (const passing of [busy, content]) expect(passing).not.toBeInstanceOf(Undeliverable);
    for (const error of [refused, busy, content]) {
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toContain('jane');
      expect((error as Error).cause).toBeUndefined();
    }
    expect(String(refused)).toContain('EENVELOPE RCPT TO 550');
  });

  it('sends nothing without TLS, unless the server is on this machine', async () => {
    // 0.0.0.0 connects to this machine, but is not a loopback address.
    const { receiver, sender } = await receiverAndSender({}, { host: '0.0.0.0' });
    await expect(sender.send(message)).rejects.toThrow(/ETLS/);
    expect(receiver.mails).toEqual([]);
  });

  it('sends nothing to a server whose certificate nobody vouches for, until its authority is trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-smtp-'));
    try {
      const { cert, key, caFile } = await ensureDevelopmentTls(folder);
      const at = { scheme: 'smtps', host: 'localhost' };
      const { receiver, sender } = await receiverAndSender({ tls: { cert, key } }, at);
      await expect(sender.send(message)).rejects.toThrow(/did not take the message/);
      expect(receiver.mails).toEqual([]);
      const trusted = await receiverAndSender({ tls: { cert, key } }, { ...at, ca: caFile });
      await trusted.sender.send(message);
      expect(trusted.receiver.mails).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
