import type { FaceModel } from '@countersign/identity-engine';
import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { settingsFrom } from '../../sessions/rules/session-settings.js';
import { FacesInFiles, type FaceInFile } from './faces-in-files.js';
import { NoFile, NoPicture } from './picture-file.js';

export const idvCompare = defineCommand({
  name: 'idv compare',
  takes: '<file> <file>',
  summary:
    'Compares the largest faces of two pictures (JPEG, PNG, WebP), by the default thresholds. Prints a line of JSON. Needs no database.',
  run: async ({ given, print }) => {
    const [one, other, ...more] = given;
    if (one === undefined || other === undefined || more.length > 0) throw new UsageError('Name two pictures.');
    const began = performance.now();
    const faces = await FacesInFiles.open();
    try {
      const both = [faces.of(one), faces.of(other)] as const;
      // waits for both jobs even if one fails, so that no thread is closed while it works
      await Promise.allSettled(both);
      const found = await Promise.all(both);
      print(JSON.stringify({ ...comparisonOf(faces.model, ...found), ms: Math.round(performance.now() - began) }));
      return 0;
    } catch (error) {
      if (!(error instanceof NoFile) && !(error instanceof NoPicture)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    } finally {
      await faces.close();
    }
  },
});

function comparisonOf(model: FaceModel, one: FaceInFile, other: FaceInFile) {
  if (!one.descriptor || !other.descriptor) return { distance: null, decision: 'no_face' } as const;
  const distance = Math.round(model.distanceOf(one.descriptor, other.descriptor) * 1e4) / 1e4;
  return { distance, decision: one.fault || other.fault ? 'retry' : decisionAt(model.likenessAt(distance)) } as const;
}

function decisionAt(likeness: number): 'match' | 'retry' | 'mismatch' {
  const { matchThreshold, retryThreshold } = settingsFrom({});
  return likeness >= matchThreshold ? 'match' : likeness >= retryThreshold ? 'retry' : 'mismatch';
}
