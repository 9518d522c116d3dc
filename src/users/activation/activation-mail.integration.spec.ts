import { AuditLog } from '../../audit/contract/index.js';
import { JobAdministration } from '../../shared/jobs/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UserActivation, UserDirectory } from '../contract/index.js';
import { ResendActivationCode } from '../management/resend-activation-code.service.js';
import { EnrolmentService } from '../management/enrolment.service.js';
import { UsersService } from '../management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { someone } from '../../../test/support/enrolments.js';
import { SmtpReceiver } from '../../../test/support/smtp-receiver.js';
import { until } from '../../../test/integration/support/until.js';

const tenant = Tenant.of('default', false);
let receiver: SmtpReceiver;
let running: TestApplication;
let enrolment: EnrolmentService;
let users: UsersService;
let mails: ResendActivationCode;

const mailsTo = (email: string) => receiver.mails.filter(({ to }) => to[0] === email);
const mailTo = async (email: string, count = 1): Promise<string> => {
  await until(() => mailsTo(email).length >= count);
  return mailsTo(email)[count - 1]?.raw ?? '';
};
const codeIn = (raw: string): string => /^ {4}(\w{5}-\w{5})\r$/m.exec(raw)?.[1] ?? '';
const activate = (login: string, code: string) =>
  running.app.get(UserActivation).activate({ tenant, login, code, credentialId: `password of ${login}` });
const jobsDone = () =>
  until(async () =>
    (await running.app.get(JobAdministration).figures()).every(
      ({ kind, waiting, running: now }) => kind !== 'users/send-activation-code' || waiting + now === 0,
    ),
  );

describe('Activation mail', () => {
  beforeAll(async () => {
    receiver = await SmtpReceiver.start();
    running = await startTestApplication({
      env: { SMTP_URL: `smtp://127.0.0.1:${receiver.port}`, MAIL_FROM: 'Countersign <no-reply@bank.example>' },
    });
    enrolment = running.app.get(EnrolmentService);
    users = running.app.get(UsersService);
    mails = running.app.get(ResendActivationCode);
  });
  afterAll(async () => {
    await running.close();
    await receiver.close();
  });
  afterEach(() => receiver.refuseFrom(() => undefined));

  describe('An activation code', () => {
    it('is sent to whoever is CREATED with an address, and activates', async () => {
      const { activation } = await enrolment.enrol(
        tenant,
        someone('jane', { emailId: 'jane@example.com', firstName: 'Jane' }),
      );
      expect(activation).toBe('sent');
      const raw = await mailTo('jane@example.com');
      expect(raw).toMatch(/^Subject: Your activation code for Countersign\r$/m);
      expect(raw).toContain('Hello Jane,');
      expect(await activate('jane', codeIn(raw).toLowerCase())).toMatchObject({
        ref: { userId: 'jane' },
        repeated: false,
      });
    });

    it('proves that its user reads the mail of that address, and of no other', async () => {
      const verified = async (userId: string) => {
        const { ref } = (await directory.findByLogin(tenant, userId)) ?? {};
        return (await directory.find(ref?.sub ?? ''))?.emailVerified;
      };
      const directory = running.app.get(UserDirectory);
      await enrolment.enrol(tenant, someone('reader', { emailId: 'reader@example.com' }));
      const code = codeIn(await mailTo('reader@example.com'));
      expect(await verified('reader')).toBe(false);
      await activate('reader', code);
      expect(await verified('reader')).toBe(true);
      await users.correct(tenant, 'reader', { emailId: 'new@example.com' });
      expect(await verified('reader')).toBe(false);
      await users.correct(tenant, 'reader', { emailId: 'reader@example.com' });
      expect(await verified('reader')).toBe(true);

      await enrolment.enrol(tenant, someone('moved', { emailId: 'before@example.com' }));
      const sent = codeIn(await mailTo('before@example.com'));
      await users.correct(tenant, 'moved', { emailId: 'after@example.com' });
      await activate('moved', sent);
      expect(await verified('moved')).toBe(false);

      await enrolment.enrol(tenant, someone('oral', { emailId: 'oral@example.com', predefinedCode: 'by word' }));
      await activate('oral', 'by word');
      expect(await verified('oral')).toBe(false);
    });

    it('is sent in the language of the user', async () => {
      await enrolment.enrol(tenant, someone('ana', { emailId: 'ana@example.com', language: 'es-MX' }));
      expect(await mailTo('ana@example.com')).toMatch(/^Content-Language: es\r$/m);
    });

    it('is not sent to whom nothing can reach, nor beside a code that the portal has set', async () => {
      const [mobile, nowhere, told] = await enrolment.enrolTogether(tenant, [
        someone('mobile', { mobileNumber: '+4915112345678' }),
        someone('nowhere'),
        someone('told', { emailId: 'told@example.com', predefinedCode: 'by word of mouth' }),
      ]);
      expect([mobile?.activation, nowhere?.activation, told?.activation]).toEqual(['none', 'none', 'none']);
      await expect(mails.resend(tenant, 'mobile')).rejects.toMatchObject({ name: 'users/unreachable' });
      expect(await activate('told', 'by word of mouth')).toMatchObject({ repeated: false });
      expect(mailsTo('told@example.com')).toEqual([]);
    });

    it('is sent anew on request, and the one before is void, whoever made it', async () => {
      await enrolment.enrol(tenant, someone('lost', { emailId: 'lost@example.com' }));
      const first = codeIn(await mailTo('lost@example.com'));
      await mails.resend(tenant, 'lost');
      const second = codeIn(await mailTo('lost@example.com', 2));
      await expect(activate('lost', first)).rejects.toMatchObject({ name: 'users/wrong-code' });
      await activate('lost', second);
      await expect(mails.resend(tenant, 'lost')).rejects.toMatchObject({ name: 'users/nothing-to-activate' });
      await expect(mails.resend(tenant, 'nobody')).rejects.toMatchObject({ name: 'users/not-found' });

      await enrolment.enrol(
        tenant,
        someone('forgot', { emailId: 'forgot@example.com', predefinedCode: 'set by portal' }),
      );
      await mails.resend(tenant, 'forgot');
      const sent = codeIn(await mailTo('forgot@example.com'));
      await expect(activate('forgot', 'set by portal')).rejects.toMatchObject({ name: 'users/wrong-code' });
      await activate('forgot', sent);
    });

    it('goes to a user who is RESET, and to none who was blocked before it was sent', async () => {
      await enrolment.enrol(tenant, someone('ron', { emailId: 'ron@example.com' }));
      await activate('ron', codeIn(await mailTo('ron@example.com')));
      await users.changeStatus(tenant, 'ron', 'RESET');
      await activate('ron', codeIn(await mailTo('ron@example.com', 2)));

      let tries = 0;
      receiver.refuseFrom((command) => (command === 'RCPT' && ++tries === 1 ? '451 4.3.0 later' : undefined));
      await enrolment.enrol(tenant, someone('bob', { emailId: 'bob@example.com' }));
      await until(() => tries === 1);
      await users.changeStatus(tenant, 'bob', 'BLOCKED');
      await jobsDone();
      expect(mailsTo('bob@example.com')).toEqual([]);
    });

    it('is made anew for each try, and tried again when the mail server is busy', async () => {
      let tries = 0;
      receiver.refuseFrom((command) => (command === 'DATA' && ++tries === 1 ? '451 4.3.0 later' : undefined));
      await enrolment.enrol(tenant, someone('busy', { emailId: 'busy@example.com' }));
      await activate('busy', codeIn(await mailTo('busy@example.com')));
      expect(tries).toBe(2);
    });

    it('is given up when the address is refused for good, and the audit says so', async () => {
      let tries = 0;
      receiver.refuseFrom((command) => (command === 'RCPT' && ++tries > 0 ? '550 5.1.1 unknown' : undefined));
      const { user } = await enrolment.enrol(tenant, someone('gone', { emailId: 'gone@example.com' }));
      await jobsDone();
      expect(tries).toBe(1);
      const { entries } = await running.app.get(AuditLog).list({ tenant, subject: user.sub }, 10);
      expect(entries.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
        'users.activation-code-sent refused',
        'users.activation-code-issued done',
        'users.user-enrolled done',
      ]);
    });
  });
});
