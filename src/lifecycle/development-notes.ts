import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Config } from '../config.js';
import { DevelopmentStart, type StartNote } from '../shared/operations/development-start.js';

/** Lets every context make ready what a developer needs, and tell where it is. */
export async function developmentNotes(app: INestApplicationContext, config: Config): Promise<StartNote[]> {
  if (config.nodeEnv !== 'development') return [];
  const notes: StartNote[] = [];
  for (const { instance } of app.get(DiscoveryService).getProviders()) {
    if (!(instance instanceof DevelopmentStart)) continue;
    const note = await instance.onDevelopmentStart(config.dataDir);
    if (note) notes.push(note);
  }
  return notes;
}
