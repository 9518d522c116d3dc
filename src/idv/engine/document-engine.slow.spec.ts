import type { DocumentType } from '@countersign/identity-engine';
import {
  type Condition,
  CONDITIONS,
  type Drawing,
  randomSpecimen,
  type SpecimenData,
} from '@countersign/identity-engine/specimens';
import { DocumentEngine } from './document-engine.service.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { WorkerPools } from '../../shared/workers/index.js';
import { specimens } from '../../../test/support/specimens.js';

const PLAIN = { ...CONDITIONS.clean, width: 850 };
const PATIENT_MS = 10_000; // what is tested is the text, not the time of a busy machine
const LICENCE = { country: 'USA', jurisdiction: 'CA' } as const;

const shot = async (specimen: SpecimenData, drawing: Drawing = {}, condition: Condition = PLAIN) =>
  (await specimens().run({ specimen, drawing, condition })).photo;

const pools = new WorkerPools(new MetricsRegistry());
const engine = new DocumentEngine(pools, { idvReadingMs: PATIENT_MS });

const read = (type: DocumentType, front: Uint8Array, back?: Uint8Array, earlier?: Uint8Array) =>
  engine.read({ type, front, ...(back && { back }), ...(earlier && { earlier }) }, new AbortController().signal);

const document = ({ number, surname, birthDate, expiryDate }: SpecimenData) => ({
  number,
  lastNames: surname,
  birthDate,
  expiryDate,
});

describe('The document engine', () => {
  afterAll(() => pools.onModuleDestroy());

  const passport = randomSpecimen('TD3', 201);
  const card = randomSpecimen('TD1', 202);

  it('reads a passport', async () => {
    const reading = await read('passport', await shot(passport));
    expect(reading).toMatchObject({ outcome: 'read', document: document(passport), doubts: [] });
  });

  it('reads a passport together with an earlier picture of it, whatever each of them does not show', async () => {
    const [numberless, nameless] = [{ visible: { number: '' } }, { visible: { surname: '' } }];
    const zoneless: Drawing = { zone: ['', ''] };
    const doubted = { outcome: 'read', doubts: ['document_data_mismatch'] };
    const whole = { outcome: 'read', document: document(passport), doubts: [], joinedBy: 'front' };
    const front = await shot(passport, numberless);
    expect(await read('passport', front)).toMatchObject(doubted);
    expect(await read('passport', front, undefined, await shot(passport, nameless))).toMatchObject(whole);
    expect(await read('passport', front, undefined, await shot(passport, numberless))).toMatchObject(doubted);
    expect(await read('passport', front, undefined, await shot(passport, zoneless))).toMatchObject(whole);
    expect(await read('passport', await shot(passport, zoneless), undefined, front)).toMatchObject(whole);
    const other = await shot(randomSpecimen('TD3', 203));
    expect(await read('passport', front, undefined, other)).toMatchObject(doubted);
  });

  it('reads a card whose zone is on its back, turned a little', async () => {
    const turned = { ...PLAIN, turned: 8 };
    const [front, back] = [await shot(card, { side: 'front' }, turned), await shot(card, { side: 'back' }, turned)];
    const reading = await read('identity_card', front, back);
    expect(reading).toMatchObject({ outcome: 'read', document: document(card), doubts: [] });
  });

  it('reads a card whose back cannot be read now by its back before, unless that is of another card', async () => {
    const [front, back] = [await shot(card, { side: 'front' }), await shot(card, { side: 'back' })];
    const blank = await shot(card, { side: 'back', zone: ['', '', ''] });
    const other = await shot({ ...card, number: randomSpecimen('TD1', 204).number }, { side: 'back' });
    const signal = new AbortController().signal;
    const given = { type: 'identity_card', front, back: blank } as const;
    const unreadable = { outcome: 'retry', reason: 'document_unreadable' };
    expect(await engine.read(given, signal)).toMatchObject(unreadable);
    expect(await engine.read({ ...given, earlierBack: other }, signal)).toMatchObject(unreadable);
    expect(await engine.read({ ...given, earlierBack: back }, signal)).toMatchObject({
      ...{ outcome: 'read', document: document(card), doubts: [], joinedBy: 'back' },
    });
  });

  it('reads a card whose front hides something by its front before, unless that is of another card', async () => {
    const back = await shot(card, { side: 'back' });
    const front = (visible: object, data = card) => shot(data, { side: 'front', visible });
    const given = { type: 'identity_card', front: await front({ surname: '' }), back } as const;
    const doubted = { outcome: 'read', doubts: ['document_data_mismatch'] };
    const signal = new AbortController().signal;
    const whole = { outcome: 'read', document: document(card), doubts: [], joinedBy: 'front' };
    expect(await engine.read(given, signal)).toMatchObject(doubted);
    expect(await engine.read({ ...given, earlier: await front({ expiryDate: '' }) }, signal)).toMatchObject(whole);
    const other = { ...card, number: randomSpecimen('TD1', 204).number };
    expect(await engine.read({ ...given, earlier: await front({}, other) }, signal)).toMatchObject(doubted);
  });

  it('reads a driving licence by its code', async () => {
    const data = { ...card, ...LICENCE, format: 'TD1' } as const;
    const front = await shot(data, { side: 'front' });
    const { photo: back } = await specimens().run({ licence: data, condition: PLAIN });
    const reading = await read('driving_licence', front, back);
    expect(reading).toMatchObject({
      outcome: 'read',
      document: { type: 'driving_licence', country: 'USA', ...document(card) },
      doubts: [],
    });
  });

  it.each<[string, Partial<SpecimenData>]>([
    ['surname', { surname: `${passport.surname.slice(0, -1)}X` }],
    ['number', { number: `${passport.number.slice(0, -1)}7` }],
    ['date of birth', { birthDate: passport.birthDate.replace(/^\d{4}/, '1949') }],
  ])('is in doubt when the %s that is printed for people is another', async (_, visible) => {
    const reading = await read('passport', await shot(passport, { visible }));
    expect(reading).toMatchObject({ outcome: 'read', doubts: ['document_data_mismatch'] });
  });

  it('is in doubt when front and back are of two cards', async () => {
    const front = await shot(randomSpecimen('TD1', 203), { side: 'front' });
    const reading = await read('identity_card', front, await shot(card, { side: 'back' }));
    expect(reading).toMatchObject({ outcome: 'read', doubts: ['document_data_mismatch'] });
  });

  it('does not take a blurred picture', async () => {
    const reading = await read('passport', await shot(passport, {}, { ...PLAIN, blur: 6 }));
    expect(reading).toEqual({ outcome: 'retry', reason: 'document_unreadable' });
  });
});
