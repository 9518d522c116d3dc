/** Exports the tests' functions that draw faces and films, so that the benches can bundle them. */
export { photoOf, sampleFaces } from '../../test/support/faces/sample-faces.js';
export { film, viewsFor } from '../../test/support/faces/turning-head.js';
