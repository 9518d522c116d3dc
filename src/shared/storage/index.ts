export { StorageRefused } from './blob-storages.js';
export type { BlobOwner } from './blob.repository.js';
export { BlobsModule } from './blobs.module.js';
export { Blobs, type OpenBlob } from './blobs.service.js';
