import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { answersOf, ChipSession, openChip, readChipFiles } from '@countersign/emrtd/reader';
import { specimenDocument, utopia, VirtualChip, type ZoneFields } from '@countersign/emrtd/specimens';
import { DomainError, KernelErrors } from '../../../shared/kernel/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';
import { SessionPictures } from '../../pictures/session-pictures.service.js';
import type { Session } from '../../sessions/session.entity.js';
import { ChipReadings } from '../chip-readings.service.js';
import { ChipExchange } from '../chip-exchange.service.js';
import { zoneKeyOf } from '../page-and-chip.js';

/** Maximum width and height of the face picture that is put into the chip. */
const FACE = { width: 480, height: 640, fit: 'inside' } as const;

/**
 * Simulates, in test mode, the app and a passport chip of the fictitious state Utopia. The chip contains the data that
 * was read from the user's pictures. A chip of the kind `copy` has all files but no private key, so it is refused.
 */
@Injectable()
export class VirtualPassports {
  constructor(
    private readonly readings: ChipReadings,
    private readonly exchange: ChipExchange,
    private readonly pictures: SessionPictures,
  ) {}

  async hold(session: Session, kind: 'real' | 'copy'): Promise<void> {
    if (!session.test) throw KernelErrors.notFound();
    const code = (await this.readings.shownOf(session))?.code;
    if (code === undefined) throw IdvErrors.wrongStep(undefined, { step: session.step });
    await this.#read(session, code, kind).catch((error: unknown) => {
      // A refusal of the chip is ignored here, because the session's page explains it to the user.
      if (!(error instanceof DomainError && error.kind === IdvErrors.chipRefused)) throw error;
    });
  }

  async #read(session: Session, code: string, kind: 'real' | 'copy'): Promise<void> {
    const { token, page } = await this.exchange.open(code);
    const zone = zoneKeyOf(page);
    const chip = await this.#chipOf(session, { ...zone, ...namesIn(page), sex: page.sex === 'M' ? 'M' : 'F' }, kind);
    const phone = new ChipSession(chip);
    await openChip(phone, { zone });
    const { challenge } = await this.exchange.takeFiles(token, await readChipFiles(phone));
    // A copied chip has no private key, so it sends an invented response.
    const answers = kind === 'real' ? await answersOf(phone, challenge) : { chip: Uint8Array.of(0x90, 0x00) };
    await this.exchange.takeAnswers(token, answers);
  }

  async #chipOf(session: Session, zone: ZoneFields, kind: 'real' | 'copy'): Promise<VirtualChip> {
    const portrait = await this.pictures.read(session, 'portrait');
    const picture = Uint8Array.from(await sharp(portrait).resize(FACE).jpeg({ quality: 80 }).toBuffer());
    const { chip } = specimenDocument(utopia(), { zone, picture, chipKey: 'brainpoolP256r1' });
    return kind === 'real' ? chip : new VirtualChip({ ...chip.options, key: undefined });
  }
}

const namesIn = ({ lastNames, firstNames }: { lastNames: string | null; firstNames: string | null }) => ({
  surname: inZone(lastNames),
  given: inZone(firstNames),
});

const inZone = (name: string | null): string =>
  (name ?? '')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z ]/g, '')
    .trim()
    .replace(/ +/g, '<');
