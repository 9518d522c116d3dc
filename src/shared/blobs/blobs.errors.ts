import { defineErrors } from '../kernel/errors.js';

export const BlobErrors = defineErrors('blobs', {
  tooLarge: {
    status: 413,
    title: 'The file is too large',
    help: 'Send a smaller file; `mostBytes` tells how large it may be.',
    mobile: 4,
  },
  removed: {
    status: 409,
    title: 'What the file belongs to was removed meanwhile',
    help: 'Nothing of the file was kept. Begin again where it came from.',
    mobile: 4,
  },
});
