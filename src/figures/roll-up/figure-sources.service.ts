import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf } from '../../shared/kernel/index.js';
import { type FigureDefinition, FigureSource } from '../contract/figure-source.port.js';

export interface KnownFigure {
  readonly definition: FigureDefinition;
  readonly source: FigureSource;
  /** How a figure is counted: by a job from rows, when each event happens, or when a caller requests the figure. */
  readonly counted: 'hourly' | 'as-it-happens' | 'when-asked';
}

/** Lists the figures (statistics) that all contexts define, and the classes that count them. */
@Injectable()
export class FigureSources {
  constructor(private readonly discovery: DiscoveryService) {}

  /** All sources, by the name of their class. Their progress is stored under this name. */
  get all(): ReadonlyMap<string, FigureSource> {
    const sources = instancesOf(this.discovery, FigureSource);
    return new Map(sources.map((source) => [source.constructor.name, source]));
  }

  /** All figures, ordered by name. */
  get figures(): KnownFigure[] {
    return [...this.all.values()]
      .flatMap((source) => [
        ...source.hourly.map((definition) => ({ definition, source, counted: 'hourly' as const })),
        ...source.counted.map((definition) => ({ definition, source, counted: 'as-it-happens' as const })),
        ...source.present.map((definition) => ({ definition, source, counted: 'when-asked' as const })),
      ])
      .sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
  }
}
