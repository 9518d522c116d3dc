import { lightColours, type LightColour } from '@countersign/identity-engine';
import sharp from 'sharp';
import type { FaceEngine } from '../../../src/idv/engine/face/face-engine.service.js';
import { movements, type Performer } from '../idv/challenge-walk.js';
import { sightOf, type Sight } from '../idv/live-camera.js';
import { filmed } from './filming.js';
import { viewsFor } from './turning-head.js';

/** Makes one picture for each movement, out of a single photograph of a person. */
export async function filmOf(engine: FaceEngine, photo: Buffer): Promise<Buffer[]> {
  const [face] = (await engine.find(photo, 'none')).faces;
  const views = movements.map((movement) => viewsFor([movement], face!)[0]!);
  return filmed(photo, face!, views);
}

/** A performer whom the camera sees as in these pictures, one for each movement. */
export async function performing(pictures: readonly Buffer[]): Promise<Performer> {
  const different = new Map([...new Set(pictures)].map((picture) => [picture, sightOf(picture)]));
  const sights = movements.map(async (movement, at) => [movement, await different.get(pictures[at]!)!] as const);
  return Object.fromEntries(await Promise.all(sights)) as Record<(typeof movements)[number], Sight>;
}

/** By how much the light of a screen at arm's length brightens each primary colour of a face that it shows. */
const ADDED = 1.06;
const SHOWN: Readonly<Record<LightColour, readonly number[]>> = {
  ...{ red: [ADDED, 1, 1], green: [1, ADDED, 1], blue: [1, 1, ADDED] },
  ...{ yellow: [ADDED, ADDED, 1], cyan: [1, ADDED, ADDED], magenta: [ADDED, 1, ADDED] },
};

/** Adds the reaction to coloured light: it brightens the face, as with a real person, but not the background. */
export async function lit(performer: Performer, straight: Buffer): Promise<Performer> {
  const sights = lightColours.map(async (colour) => [colour, await sightOf(await litBy(colour, straight))] as const);
  return { ...performer, lit: Object.fromEntries(await Promise.all(sights)) as Record<LightColour, Buffer> };
}

/** Brightens an ellipse in the middle, where the face is. */
async function litBy(colour: LightColour, picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [(Math.floor(at / 3) % width) / width - 0.5, Math.floor(at / 3 / width) / height - 0.5];
    if ((x / 0.32) ** 2 + (y / 0.42) ** 2 <= 1)
      data[at] = Math.min(255, Math.round(data[at]! * SHOWN[colour][at % 3]!));
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
