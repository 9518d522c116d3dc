import { Bank } from '../support/bank.js';
import { DESKTOP } from '../support/browser.js';
import { FakeVendor } from '../support/fake-vendor.js';
import { RETURN_URL, VerificationDesk } from '../support/idv/verification-desk.js';
import { WalkThrough } from '../support/idv/walk-through.js';
import { ReceiverCertificate } from '../support/logout-receiver.js';

describe('The pages of verification', () => {
  const DOCUMENT = {
    type: 'passport',
    country: 'UTO',
    number: 'L898902C3',
    firstNames: 'NADIA',
    lastNames: 'BENALI',
    birthDate: '1974-08-12',
    expiryDate: '2099-04-15',
  };

  it('A live user is verified on the pages of a vendor, and our pages go on by themselves', async () => {
    const certificate = await ReceiverCertificate.make();
    const vendor = await FakeVendor.start(certificate);
    const settings = { ...vendor.env, IDV_ENGINE: 'vendor', OUTBOUND_CA_FILE: certificate.tls.caFile };
    const bank = await Bank.open(settings, undefined, ['--host-resolver-rules=MAP portal.example ~NOTFOUND']);
    const desk = await VerificationDesk.open(bank.running, false);
    const invited = await desk.invite();
    const { page, context, complaints } = await bank.visitor({ viewport: DESKTOP, ignoreHTTPSErrors: true });
    const walk = new WalkThrough(page);

    await walk.start(invited.url);
    await page.click('form[action$="/consent"] button[value=yes]');
    await page.getByRole('link', { name: 'Go to the partner' }).click();
    await page.waitForURL(`${vendor.url}/pages/**`);
    const vendorRef = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('The result is on its way.').waitFor();
    vendor.settle(vendorRef, { status: 'passed', document: DOCUMENT, scores: { face: 0.97 } });
    const { headers, body } = vendor.webhook({ id: vendorRef, status: 'passed' });
    const told = bank.running.url('idv', '/IdvWebServer/vendor/webhooks');
    expect((await fetch(told, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(204);
    await walk.at('opt-in');
    expect(await walk.optIn()).toBe(RETURN_URL);

    expect(await desk.resultOf(invited)).toMatchObject({ status: 'VERIFIED', document: { number: 'L898902C3' } });
    expect(complaints.filter((one) => !one.startsWith('https://portal.example'))).toEqual([]);
    await context.close();
    await bank.close();
    await vendor.close();
    certificate.remove();
  });
});
