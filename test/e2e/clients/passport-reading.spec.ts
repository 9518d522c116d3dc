import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { specimenDocument, SPECIMEN_ZONE, utopia } from '@countersign/emrtd/specimens';
import {
  openPassportReading,
  readPassport,
  type PassportPort,
  type PassportProgress,
} from '../../../clients/typescript/src/passport.js';

const picture = Uint8Array.from(
  readFileSync(new URL('../../../packages/emrtd/fixtures/portrait.jpg', import.meta.url)),
);
const { chip } = specimenDocument(utopia(), { picture, chipKey: 'brainpoolP256r1' });
beforeEach(() => chip.reset());

/** The chip leaves the field after so many commands. */
const leaving = (after: number): PassportPort => {
  let left = after;
  return { transceive: (apdu) => (left-- > 0 ? chip.transceive(apdu) : Promise.reject(new Error('Tag was lost'))) };
};

describe('A passport', () => {
  it('is read by the key of its page, and the progress ends at 100 percent', async () => {
    const told: PassportProgress[] = [];
    const { files } = await readPassport(chip, SPECIMEN_ZONE, { onProgress: (one) => told.push(one) });
    expect(Object.keys(files).sort()).toEqual(['DG1', 'DG14', 'DG2', 'SOD']);
    expect(told[0]).toEqual({ step: 'opening', percent: 0, message: 'Hold still' });
    expect(told.at(-1)).toMatchObject({ step: 'reading', percent: 100 });
    expect(told.length).toBeGreaterThan(20);
  });

  it.each([
    ['wrong_key', chip, { ...SPECIMEN_ZONE, number: 'X00000000' }, /photograph the page again/],
    ['contact_lost', leaving(0), SPECIMEN_ZONE, /hold still/],
    ['contact_lost', leaving(30), SPECIMEN_ZONE, /hold still/],
    ['no_passport', { transceive: () => Promise.resolve(Uint8Array.of(0x6a, 0x82)) }, SPECIMEN_ZONE, /other side/],
  ])('that cannot be read says %s and what to do', async (code, port, key, advice) => {
    await expect(readPassport(port, key)).rejects.toMatchObject({ code, advice: expect.stringMatching(advice) });
  });
});

describe('The antenna of React Native', () => {
  /** The package for NFC with a passport on the antenna: it takes and gives arrays of numbers. */
  const nfcManager = (transceive: (apdu: number[]) => Promise<number[]>) => {
    const told: string[] = [];
    const note =
      (what: string) =>
      (...given: unknown[]) =>
        Promise.resolve(void told.push([what, ...given.map((one) => JSON.stringify(one))].join(' ')));
    const exported = {
      ...{ start: note('start'), requestTechnology: note('request'), setAlertMessage: note('tell') },
      ...{ cancelTechnologyRequest: note('cancel'), isoDepHandler: { transceive } },
    };
    return { told, exported };
  };
  const antenna = async ({ exported }: ReturnType<typeof nfcManager>) => {
    jest.resetModules();
    const manager = () => ({ default: exported, NfcTech: { IsoDep: 'IsoDep' } });
    jest.unstable_mockModule('react-native-nfc-manager', manager, { virtual: true });
    return (await import('../../../clients/react-native/src/nfc.js')).nfcPort;
  };

  it('reads a passport, tells iOS how far it is, and is closed', async () => {
    const manager = nfcManager(async (apdu) => [...(await chip.transceive(Uint8Array.from(apdu)))]);
    const port = await (await antenna(manager))({ message: 'Hold your passport to the phone' });
    const { files } = await readPassport(port, SPECIMEN_ZONE);
    expect(Object.keys(files)).toContain('SOD');
    await port.tell('100 %');
    await port.close();
    expect(manager.told).toEqual([
      'start',
      'request "IsoDep" {"alertMessage":"Hold your passport to the phone"}',
      'tell "100 %"',
      'cancel',
    ]);
  });

  it('is closed where the user has closed the sheet, and says what the phone said', async () => {
    const manager = nfcManager(() => Promise.reject(new Error('unused')));
    manager.exported.requestTechnology = () => Promise.reject(new Error('UserCancel'));
    const nfcPort = await antenna(manager);
    await expect(nfcPort()).rejects.toThrow('UserCancel');
    expect(manager.told).toEqual(['start', 'cancel']);
  });
});

describe('A reading that a page has handed over', () => {
  type Step = { readonly step: string; readonly body: Record<string, unknown>; readonly token: string | undefined };
  const service = (answers: Readonly<Record<string, readonly [status: number, body: object]>>) => {
    const steps: Step[] = [];
    const fetch = (url: string, init: { headers: Readonly<Record<string, string>>; body: string }) => {
      const step = url.replace('https://id.example/IdvWebServer/chip/', '');
      steps.push({
        step,
        body: JSON.parse(init.body) as Record<string, unknown>,
        token: init.headers['authorization'],
      });
      const [status, body] = answers[step] ?? [204, {}];
      return Promise.resolve({ status, text: () => Promise.resolve(status === 204 ? '' : JSON.stringify(body)) });
    };
    return { steps, open: () => openPassportReading('c', { url: 'https://id.example/', fetch }) };
  };
  const open = [200, { token: 't', number: '58', enterprise: 'Bank', zone: SPECIMEN_ZONE }] as const;

  it('sends files and answers with its token, in this order', async () => {
    const { steps, ...asked } = service({ open, files: [200, { challenge: { active: { nonce: 'AAECAwQFBgc=' } } }] });
    const reading = await asked.open();
    expect(reading).toMatchObject({ number: '58', enterprise: 'Bank', documentEnd: '2C3' });
    // This chip has no key for the challenge: the service is told that there is no answer.
    await expect(reading.read(chip)).rejects.toMatchObject({ code: 'contact_lost' });
    expect(steps.map(({ step, token }) => [step, token])).toEqual([
      ['open', undefined],
      ['files', 'Bearer t'],
      ['answers', 'Bearer t'],
    ]);
    const { files } = steps[1]!.body as { files: Record<string, string> };
    expect(Buffer.from(files['DG2']!, 'base64').subarray(0, 1)).toEqual(Buffer.of(0x75));
    expect(Buffer.from(files['DG2']!, 'base64').includes(Buffer.from(picture))).toBe(true);
  });

  it('tells the service why the chip could not be read', async () => {
    const { steps, ...asked } = service({ open });
    await expect((await asked.open()).read(leaving(30))).rejects.toMatchObject({ code: 'contact_lost' });
    expect(steps.at(-1)).toMatchObject({ step: 'failure', body: { failure: 'not_read' } });
  });

  it.each([
    ['refused', 422, { reason: 'chip_issuer_unknown' }, 'chip_issuer_unknown'],
    ['too_late', 409, {}, undefined],
    ['offline', 503, {}, undefined],
  ])('that ends %s says so with the reason of the service', async (code, status, body, reason) => {
    const reading = await service({ open, files: [status, body] }).open();
    await expect(reading.read(chip)).rejects.toMatchObject({ code, ...(reason && { reason }) });
  });
});
