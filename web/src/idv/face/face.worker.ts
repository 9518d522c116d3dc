import nets from 'virtual:face-nets';
import { FaceSeeker, type FaceNets } from './seeker.js';
import type { Picture } from './sampling.js';

// The worker first reports that it is ready, and then answers each picture with the face in it, or null.
const seeker = new FaceSeeker(nets as FaceNets);
addEventListener('message', ({ data }: MessageEvent<Picture>) => postMessage(seeker.see(data) ?? null));
postMessage('ready');
