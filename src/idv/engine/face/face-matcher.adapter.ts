import { Injectable } from '@nestjs/common';
import { type DescriptorEffort, type FaceModel, type FoundFace, judged } from '@countersign/identity-engine';
import { FaceMatcher, type FaceComparison, type FaceTemplate } from '../../engines/engine.port.js';
import { FaceEngine } from './face-engine.service.js';

/**
 * Compares faces by the distance between their descriptors. `docs/decisions/27-faces.md` describes how its accuracy was
 * measured, and with which data.
 */
@Injectable()
export class DescriptorFaceMatcher extends FaceMatcher {
  constructor(private readonly engine: FaceEngine) {
    super();
  }

  async compare(portrait: Buffer, selfies: readonly Buffer[], signal: AbortSignal): Promise<FaceComparison> {
    const [printed, ...shown] = await Promise.all([
      this.#described(portrait, 'portrait', 'full', signal),
      ...selfies.map((selfie) => this.#described(selfie, 'selfie', selfies.length > 2 ? 'half' : 'full', signal)),
    ]);
    const { model } = this.engine;
    const usable = shown.flatMap((values) => (values ? [values] : []));
    if (!printed || usable.length === 0) return { outcome: 'retry', reason: 'selfie_quality' };
    return { outcome: 'compared', score: model.likenessAt(model.medianDistance(printed, usable)) };
  }

  get models(): readonly [string, ...string[]] {
    const [inUse, ...others] = this.engine.models;
    return [inUse.name, ...others.map(({ name }) => name)];
  }

  async describe(selfie: Buffer, signal: AbortSignal, name = this.models[0]): Promise<FaceTemplate | undefined> {
    const model = this.#model(name);
    const values = model && (await this.#described(selfie, 'selfie', 'full', signal, model));
    return values && { model: name, values };
  }

  likeness(one: FaceTemplate, other: FaceTemplate): number | undefined {
    if (one.model !== other.model) return undefined;
    return this.#model(one.model)?.likenessOf(one.values, other.values);
  }

  #model(wanted: string): FaceModel | undefined {
    return this.engine.models.find(({ name }) => name === wanted);
  }

  async #described(
    picture: Buffer,
    as: 'selfie' | 'portrait',
    effort: DescriptorEffort,
    signal: AbortSignal,
    model?: FaceModel,
  ): Promise<FoundFace['descriptor']> {
    const face = judged(await this.engine.find(picture, effort, signal, model), as);
    return typeof face === 'string' ? undefined : face.descriptor;
  }
}
