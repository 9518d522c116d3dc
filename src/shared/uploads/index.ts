export { PictureStream } from './picture-stream.js';
export { Picture, TakesPicture } from './picture-upload.interceptor.js';
export { UploadsModule } from './uploads.module.js';
