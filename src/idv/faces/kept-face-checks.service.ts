import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChallengeMove } from '@countersign/identity-engine';
import { withQueueKey, type JsonValue, Tenant } from '../../shared/kernel/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { MOST_FRAMES } from '../selfies/challenge.js';
import { FaceStepUps, type FaceChallenge } from '../contract/ports.js';
import type { Engine, Frame } from '../engines/engine.port.js';
import { engineDeadline, Engines } from '../engines/engines.service.js';
import { PictureInspection } from '../pictures/picture-inspection.service.js';
import { FaceTemplateRepository, type KeptTemplate } from './face-template.repository.js';

const SCOPE = Tenant.all('the caller has the sub of the token of its user');
const PURPOSE = 'idv/face-step-up';
const TIME_LIMIT_MS = 20_000;
/** Maximum length of a frame, in base64 characters. Frames must be small, because one request contains all of them. */
const LONGEST_FRAME = 400_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Verifies a user by comparing the face in front of the camera with the stored face. One request returns the moves to
 * make, and a second one sends the frames. Nothing is stored in between: both requests derive the moves from a secret
 * key and the value that the challenge is bound to.
 */
@Injectable()
export class KeptFaceChecks extends FaceStepUps {
  constructor(
    private readonly templates: FaceTemplateRepository,
    private readonly engines: Engines,
    private readonly inspection: PictureInspection,
    private readonly index: BlindIndex,
  ) {
    super();
  }

  async begin(sub: string, boundTo: string): Promise<FaceChallenge | undefined> {
    const kept = await this.#comparable(sub);
    if (!kept) return undefined;
    return { steps: this.#moves(kept, boundTo), nonce: this.#seed(sub, boundTo, 'nonce') };
  }

  async isOffered(sub: string): Promise<boolean> {
    return (await this.#comparable(sub)) !== undefined;
  }

  /**
   * Whether the frames show this user making the moves of the challenge. `frames` are JPEGs in base64, in the order in
   * which they were taken.
   */
  async isRight(sub: string, boundTo: string, frames: JsonValue): Promise<boolean> {
    const kept = await this.#comparable(sub);
    return withQueueKey({ tenant: kept?.tenant.key ?? '', session: sub }, async () => {
      const pictures = await this.#pictures(frames);
      return kept && pictures ? this.#shows(kept, this.#moves(kept, boundTo), pictures) : false;
    });
  }

  /** Returns the stored face, but only if the model that created its template is installed. */
  async #comparable(sub: string): Promise<KeptTemplate | undefined> {
    const kept = await this.templates.find(SCOPE, sub);
    if (!kept || !this.engines.has(kept.tenant)) return undefined;
    return this.engines.of(kept.tenant).faces.models.includes(kept.template.model) ? kept : undefined;
  }

  async #shows(kept: KeptTemplate, moves: readonly ChallengeMove[], pictures: readonly Buffer[]): Promise<boolean> {
    const { liveness, faces } = this.engines.of(kept.tenant);
    const signal = engineDeadline(TIME_LIMIT_MS);
    const frames = pictures.map((picture, number): Frame => ({ number, read: () => Promise.resolve(picture) }));
    const judgement = await liveness.judge(moves, frames, signal);
    if (judgement.outcome === 'retry') return false;
    const selfies = judgement.selfies.flatMap((number) => pictures[number] ?? []);
    const isRight = (await likenessOf(faces, kept, selfies, signal)) >= kept.matchThreshold;
    if (isRight && kept.template.model !== faces.models[0]) await this.#renew(kept, faces, selfies, signal);
    return isRight;
  }

  /**
   * If an earlier model created the stored template, replaces it with one that the model in use computes from the best
   * new frame.
   */
  async #renew(
    kept: KeptTemplate,
    faces: Engine['faces'],
    [best]: readonly Buffer[],
    signal: AbortSignal,
  ): Promise<void> {
    const template = best && (await faces.describe(best, signal));
    if (template) await this.templates.renew(kept, template);
  }

  async #pictures(frames: JsonValue): Promise<Buffer[] | undefined> {
    if (!Array.isArray(frames) || frames.length === 0 || frames.length > MOST_FRAMES) return undefined;
    const pictures: Buffer[] = [];
    for (const frame of frames) {
      if (typeof frame !== 'string' || frame.length > LONGEST_FRAME || !BASE64.test(frame)) return undefined;
      const inspected = await this.inspection.inspect(Buffer.from(frame, 'base64'));
      if ('refused' in inspected) return undefined;
      pictures.push(inspected.jpeg);
    }
    return pictures;
  }

  #moves({ sub, tenant }: KeptTemplate, boundTo: string): readonly ChallengeMove[] {
    const seed = this.#seed(sub, boundTo, 'moves');
    let drawn = 0;
    return this.engines.of(tenant).liveness.challenge((below) => {
      return createHash('sha256').update(`${seed}/${drawn++}`).digest().readUInt32BE() % below;
    });
  }

  #seed(sub: string, boundTo: string, what: 'moves' | 'nonce'): string {
    return this.index.hash(JSON.stringify([what, sub, boundTo]), PURPOSE);
  }
}

/** Returns the median similarity between the frames and the stored face; 0 if no frame can be compared. */
export async function likenessOf(
  faces: Engine['faces'],
  { template }: KeptTemplate,
  selfies: readonly Buffer[],
  signal: AbortSignal,
): Promise<number> {
  const described = await Promise.all(selfies.map((selfie) => faces.describe(selfie, signal, template.model)));
  const likenesses = described
    .flatMap((shown) => (shown ? (faces.likeness(template, shown) ?? []) : []))
    .sort((a, b) => a - b);
  return likenesses[(likenesses.length - 1) >> 1] ?? 0;
}
