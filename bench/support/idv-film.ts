/** Made a module for the benches: what draws pictures is TypeScript that the tests use too. */
export { photoOf, sampleFaces } from '../../test/support/faces/sample-faces.js';
export { film, viewsFor } from '../../test/support/faces/turning-head.js';
