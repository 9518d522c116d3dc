/**
 * Measures how well and how fast the engine compares faces and judges challenges, in which users make movements before
 * the camera. It uses the sample photographs of an installed package. From them it makes variations (such as a dim or
 * blurred photograph), printed pages, turning heads, and pictures held before a camera.
 * Run: npm run bench -- idv-faces [how many heads take a challenge]
 */
import { fromRoot } from '../scripts/lib/root.mjs';
import { bundled } from './support/bundled.mjs';

process.chdir(fromRoot());
const { measure } = await bundled('bench/support/idv-faces.ts');
const { default: read } = await import('../dist/packages/identity-engine/src/face.worker.js');
await measure(read, Number(process.argv[2] ?? 6));
