import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { Specimens } from '../contract/ports.js';

interface Looks {
  readonly skin: string;
  readonly hair: string;
  readonly fringe: string;
  readonly ground: string;
  readonly glasses?: boolean;
}

const HOLDER: Looks = { skin: '#a9714f', hair: '#2a1f1b', fringe: 'M104 168c-8-96 150-96 152 0-24-44-120-44-152 0z', ground: '#cfd9d8' }; // prettier-ignore
/** The holder of the document as they look on another day: with glasses, different hair and a different background. */
const AGED: Looks = { ...HOLDER, hair: '#4a3b33', ground: '#8f8a80', glasses: true };
const SOMEBODY_ELSE: Looks = { skin: '#b98462', hair: '#3d2a1f', fringe: 'M100 178c-16-120 170-118 160 4-10-52-60-70-92-70s-56 20-68 66z', ground: '#9aa3a8' }; // prettier-ignore

const drawn = ({ skin, hair, fringe, ground, glasses }: Looks): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="450" viewBox="0 0 360 450">` +
  `<rect width="360" height="450" fill="${ground}"/><path d="M40 450c6-96 70-136 140-136s134 40 140 136z" fill="#42566f"/>` +
  `<rect x="150" y="270" width="60" height="70" fill="${skin}"/><ellipse cx="180" cy="200" rx="78" ry="100" fill="${skin}"/>` +
  `<path d="${fringe}" fill="${hair}"/><g fill="#fff"><ellipse cx="148" cy="196" rx="14" ry="9"/><ellipse cx="212" cy="196" rx="14" ry="9"/></g>` +
  `<g fill="#241a16"><circle cx="148" cy="196" r="7"/><circle cx="212" cy="196" r="7"/></g>` +
  `<path d="M180 204l-10 36h20zM150 262c20 16 42 16 60 0" fill="none" stroke="#241a16" stroke-width="5" stroke-linecap="round"/>` +
  (glasses
    ? `<g fill="none" stroke="#14110f" stroke-width="6"><rect x="122" y="176" width="52" height="40" rx="14"/><rect x="186" y="176" width="52" height="40" rx="14"/><path d="M174 190h12"/></g>`
    : '') + // prettier-ignore
  '</svg>';

const asJpeg = (picture: Buffer): Promise<Buffer> => sharp(picture).jpeg({ quality: 88 }).toBuffer();

export interface PracticeHolder {
  readonly firstNames: string;
  readonly lastNames: string;
  readonly number: string;
  readonly birthDate: string;
  readonly expiryDate: string;
}

/** Draws a passport and a selfie that may or may not show the same person, for reviewers to practise on. */
@Injectable()
export class PracticeReview {
  constructor(private readonly specimens: Specimens) {}

  async draw(holder: PracticeHolder, isSame: boolean): Promise<{ readonly front: Buffer; readonly selfie: Buffer }> {
    const face = drawn(isSame ? AGED : SOMEBODY_ELSE);
    const [portrait, selfie] = await Promise.all([this.specimens.picture(drawn(HOLDER)), this.specimens.picture(face)]);
    const passport = await this.specimens.draw({ format: 'TD3', side: 'front', ...holder, portrait });
    return { front: await asJpeg(passport), selfie: await asJpeg(selfie) };
  }
}
