export type { DocumentJob } from './document-examination.js';
export type { PictureReading } from './document.worker.js';
export type { PageAnswer, PageJob } from './page.worker.js';

/** Worker modules: the default export of each runs a job, and `prepare` loads the neural nets beforehand. */
export const threads = {
  documents: new URL('./document.worker.js', import.meta.url),
  faces: new URL('./face.worker.js', import.meta.url),
  pages: new URL('./page.worker.js', import.meta.url),
};
