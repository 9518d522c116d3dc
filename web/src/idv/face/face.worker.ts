import nets from 'virtual:face-nets';
import { FaceSeeker, type FaceNets } from './seeker.js';
import type { Picture } from './sampling.js';

// One answer for each picture: the face in it, or null. The first one says that pictures may come.
const seeker = new FaceSeeker(nets as FaceNets);
addEventListener('message', ({ data }: MessageEvent<Picture>) => postMessage(seeker.see(data) ?? null));
postMessage('ready');
