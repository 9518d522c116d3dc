import type { FaceEngine } from '../../../src/idv/engine/face/face-engine.service.js';
import { movements, type Performer } from '../idv/challenge-walk.js';
import { sightOf } from '../idv/live-camera.js';
import { filmed } from './filming.js';
import { viewsFor } from './turning-head.js';

/** A person of whom one picture is at hand, once for each movement. */
export async function filmOf(engine: FaceEngine, photo: Buffer): Promise<Buffer[]> {
  const [face] = (await engine.find(photo, 'none')).faces;
  const views = movements.map((movement) => viewsFor([movement], face!)[0]!);
  return filmed(photo, face!, views);
}

/** Somebody before the camera who is seen like this, a picture for each movement. */
export async function performing(pictures: readonly Buffer[]): Promise<Performer> {
  const different = new Map([...new Set(pictures)].map((picture) => [picture, sightOf(picture)]));
  const sights = movements.map(async (movement, at) => [movement, await different.get(pictures[at]!)!] as const);
  return Object.fromEntries(await Promise.all(sights)) as Performer;
}
