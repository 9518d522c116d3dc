/**
 * How well faces are told apart and challenges judged, and how long it takes: on the sample photographs of an installed
 * package, made into other captures, printed pages, turning heads and pictures that are held before the camera.
 * npm run bench -- idv-faces [how many heads take a challenge]
 */
import { fromRoot } from '../scripts/lib/root.mjs';
import { bundled } from './support/bundled.mjs';

process.chdir(fromRoot());
const { measure } = await bundled('bench/support/idv-faces.ts');
const { default: read } = await import('../dist/packages/identity-engine/src/face.worker.js');
await measure(read, Number(process.argv[2] ?? 6));
