import { approvalContent } from '../../../src/auth/approvals/approval-content.js';
import { builtInDetailTypes } from '../../../src/auth/detail-types/built-in-detail-types.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { registerDevice } from '../devices.js';
import { chooseSignIn } from '../signing-in.js';
import type { BankWithApp, PhoneInBrowser } from './phone-in-browser.js';

const ENGLISH = {
  lng: 'en',
  subject: 'Confirm your payment',
  message: 'You pay 1,250.00 EUR to Bookshop Ltd.\nReference: invoice 2026-118',
};
const OTHERS = [
  {
    lng: 'de',
    subject: 'Zahlung bestätigen',
    message: 'Sie zahlen 1.250,00 EUR an Bookshop Ltd.\nVerwendungszweck: Rechnung 2026-118',
    label: { Approve: 'Zustimmen', Decline: 'Ablehnen', 'This was not me': 'Das war ich nicht' },
  },
  {
    lng: 'ar',
    subject: 'أكّد دفعتك',
    message: 'ستدفع 1,250.00 يورو إلى Bookshop Ltd.\nالمرجع: الفاتورة 2026-118',
    label: { Approve: 'موافقة', Decline: 'رفض', 'This was not me': 'لم أكن أنا' },
  },
];
const ACTIONS = [
  { label: 'Approve', action: 'accept', authlevel: 0 },
  { label: 'Decline', action: 'reject', authlevel: 0 },
  { label: 'This was not me', action: 'fraud', authlevel: 0 },
];

/** A payment request in three languages, which can also be refused and reported. */
export const PAYMENT = { body: [ENGLISH, ...OTHERS], actions: ACTIONS, ds_required: true, expires_in: 3_000 };
const SECURED = {
  body: [{ lng: 'en', subject: 'Raise your daily limit', message: 'Your limit for transfers becomes 10,000.00 EUR.' }],
  actions: [
    { label: 'Raise it', action: 'accept', authlevel: 1 },
    { label: 'Keep it', action: 'reject', authlevel: 0 },
  ],
  ds_required: true,
  expires_in: 86_000,
};
const LOGIN = {
  body: [
    {
      lng: 'en',
      subject: 'Log in on a new computer?',
      message: 'Somebody logs in from Lisbon, Portugal, with Firefox.',
    },
  ],
  actions: ACTIONS.slice(0, 2),
  ds_required: false,
  expires_in: 60 * 60,
};

/** The content that the phone gets when an agent requests a payment, with the longest possible names. */
const { actions, texts } = approvalContent({
  ...{ clientId: 'agent', clientName: 'Pocket Assistant', scopes: [], level: 1, acr: 'urn:countersign:acr:1' },
  bindingMessage: 'K7-42',
  details: [
    {
      detail: {
        type: 'payment_initiation',
        instructedAmount: { amount: '123456789.00', currency: 'EUR' },
        creditorName: 'Stadtwerke Bad Münstereifel GmbH & Co. KG',
        creditorAccount: { iban: 'DE02100100109307118603' },
        remittanceInformationUnstructured: 'Invoice 2026-11-004711',
      },
      version: 1,
      texts: builtInDetailTypes[0]?.texts ?? {},
    },
  ],
});
const OF_AGENT = { body: texts, actions, ds_required: true, expires_in: 3_000 };

const NUMBERS = ['21', '47', '86'];
const SIGN_IN = {
  body: [
    {
      ...{ lng: 'en', subject: 'Are you signing in?', label: { 'It wasn’t me': 'It wasn’t me' } },
      message:
        'Somebody is signing in to your account with Meridian Bank.\n\nApplication: Meridian Online\nPlace: Germany, 203.0.113.x\nBrowser: Firefox on Windows\n\nIf it is you, choose the number that the page shows. If not, choose “It wasn’t me”.',
    },
    {
      ...{ lng: 'de', subject: 'Melden Sie sich gerade an?', label: { 'It wasn’t me': 'Das war ich nicht' } },
      message:
        'Jemand meldet sich bei Ihrem Konto bei Meridian Bank an.\n\nAnwendung: Meridian Online\nOrt: Deutschland, 203.0.113.x\nBrowser: Firefox auf Windows\n\nSind Sie es? Dann wählen Sie die Zahl, die die Seite zeigt. Wenn nicht, wählen Sie „Das war ich nicht“.',
    },
    {
      ...{ lng: 'ar', subject: 'هل تسجّل الدخول الآن؟', label: { 'It wasn’t me': 'لم أكن أنا' } },
      message:
        'يحاول شخص ما تسجيل الدخول إلى حسابك لدى Meridian Bank.\n\nالتطبيق: Meridian Online\nالمكان: ألمانيا, 203.0.113.x\nالمتصفح: Firefox على Windows\n\nهل هذا أنت؟ إذن اختر الرقم الذي تعرضه الصفحة. وإلا فاختر «لم أكن أنا».',
    },
  ],
  ds_required: true,
  expires_in: 3_000,
};
const NOT_ME = { label: 'It wasn’t me', action: 'fraud', authlevel: 0 };
const numbered = (actions: readonly object[]) => ({ ...SIGN_IN, actions: [...actions, NOT_ME] });
const THREE = numbered(NUMBERS.map((label) => ({ label, action: `number.${label}`, authlevel: 0 })));
const TYPED = numbered([{ label: 'Enter the number', action: 'number.typed', authlevel: 1 }]);

interface Visit {
  readonly bank: BankWithApp;
  readonly phone: PhoneInBrowser;
  readonly userId: string;
}

type Screen = (visit: Visit) => Promise<unknown>;

const tab =
  (name: string) =>
  async ({ phone: { page } }: Visit) => {
    await page.evaluate(`location.hash = '#/${name}'`);
    await page.waitForSelector(`.tabs [aria-current][href$="#/${name}"]`);
    await page.waitForSelector('main h1:focus');
  };
const asked = async ({ bank, userId, phone: { page } }: Visit, question: object, shows: string) => {
  const uuid = await bank.ask(userId, question);
  await page.evaluate(`location.hash = '#/requests/${uuid}'`);
  await page.waitForSelector(shows);
};
const closeSheet = ({ phone: { page } }: Visit) => page.keyboard.press('Escape');

/** Every screen in an order for one person on one phone, in which each screen leads to the next. */
export const phoneScreens: readonly (readonly [name: string, open: Screen])[] = Object.entries({
  'app-welcome': ({ phone }: Visit) => phone.page.waitForSelector('.welcome'),
  'app-register': ({ phone, userId }: Visit) => phone.signIn(userId),
  'app-nothing': async ({ phone }: Visit) => {
    await phone.register('Chloé’s phone');
    await phone.online();
    await phone.page.waitForSelector('.empty');
  },
  'app-requests': async ({ bank, phone, userId }: Visit) => {
    await bank.ask(userId, LOGIN);
    await bank.ask(userId, SECURED);
    await bank.ask(userId, PAYMENT);
    await phone.page.waitForSelector('.items li:nth-child(3)');
  },
  'app-question': async ({ phone: { page } }: Visit) => {
    await page.click('.items li:first-child a');
    await page.waitForSelector('.answers');
  },
  'app-fraud': async ({ phone: { page } }: Visit) => {
    await page.click('button.fraud');
    await page.waitForSelector('dialog[open]');
  },
  'app-offline': async (visit: Visit) => {
    await closeSheet(visit);
    await visit.phone.context.setOffline(true);
    await visit.phone.page.click('button.accept');
    await visit.phone.page.waitForSelector('.answers .note.bad');
  },
  'app-receipt': async ({ phone }: Visit) => {
    await phone.context.setOffline(false);
    await phone.online();
    await phone.page.click('button.accept');
    await phone.page.waitForSelector('.receipt');
  },
  'app-step-up': async ({ phone: { page } }: Visit) => {
    await page.click('.receipt button');
    await page.click('.items li:first-child a');
    await page.click('button.accept');
    await page.waitForSelector('#step-up-password');
  },
  'app-step-up-wrong': async ({ phone: { page } }: Visit) => {
    await page.fill('#step-up-password', 'not this one');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answers .note.bad');
  },
  'app-history': async (visit: Visit) => {
    const { bank, userId, phone } = visit;
    const withdrawn = await bank.ask(userId, LOGIN);
    await bank.portal.post(`/v1/notifications/${withdrawn}/cancel`);
    await tab('history')(visit);
    await phone.page.waitForSelector('.items li:nth-child(2)');
  },
  'app-filter': async ({ phone: { page } }: Visit) => {
    await page.click('.filters summary');
    await page.waitForSelector('.choices select');
  },
  'app-no-match': async ({ phone: { page } }: Visit) => {
    await page.fill('#search', 'zebra');
    await page.waitForSelector('.empty');
  },
  'app-past': async ({ phone: { page } }: Visit) => {
    await page.click('.choices button.plain');
    await page.waitForSelector('.items');
    await page.click('.items li:last-child a');
    await page.waitForSelector('.question');
  },
  'app-agent': async (visit: Visit) => {
    await visit.bank.ask(visit.userId, OF_AGENT);
    await tab('requests')(visit);
    await visit.phone.page.click('.items a:has-text("123456789.00")');
    await visit.phone.page.waitForSelector('.of-program .amount');
    await visit.phone.page.waitForSelector('.answers');
  },
  'app-number': (visit: Visit) => asked(visit, THREE, '.numbers'),
  'app-number-typed': (visit: Visit) => asked(visit, TYPED, '.typed'),
  'app-settings': tab('settings'),
  'app-rename': async ({ phone: { page } }: Visit) => {
    await page.click('button.line:has(.do)');
    await page.waitForSelector('#device-name');
  },
  'app-remove': async ({ phone: { page } }: Visit) => {
    await page.click('button.line.bad');
    await page.waitForSelector('dialog[open]');
  },
  'app-removed': async (visit: Visit) => {
    await visit.phone.page.click('dialog .danger');
    await visit.phone.page.waitForSelector('dialog', { state: 'detached' });
    await tab('requests')(visit);
    // The requests that need a signature leave the list a moment after the device has been removed.
    await visit.phone.page.waitForSelector('.list .note + .items li:only-child');
  },
  'app-approval': async ({ bank, phone, userId }: Visit) => {
    const { running } = bank.bank;
    const [user] = await running.app.get(Database).rows<{ sub: string }>('SELECT sub FROM users.user WHERE user_id = $1', [userId]); // oxfmt-ignore
    await registerDevice(running, user?.sub ?? '');
    await chooseSignIn(running, { newDevice: 'approval' });
    await phone.page.evaluate(`localStorage.removeItem('countersign-app-device-later')`);
    await phone.page.reload();
    await phone.page.click('.card button[type=submit], .card .actions .quiet');
    await phone.page.mouse.move(0, 0);
    await phone.page.waitForSelector('.shown-number');
    await chooseSignIn(running, { newDevice: 'login' });
  },
  'app-not-approved': async ({ phone: { page } }: Visit) => {
    await page.press('.card .quiet', 'Enter');
    await page.waitForSelector('.card .actions');
  },
  'app-locked': async ({ phone: { page } }: Visit) => {
    await page.evaluate(`localStorage.setItem('countersign-app-lock', 'credential'), sessionStorage.clear()`);
    await page.reload();
    await page.waitForSelector('.locked');
  },
} satisfies Record<string, Screen>);
