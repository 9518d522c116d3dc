import type { Area } from './grey.js';
import { scaledTo } from './guide.js';

/** The longest side of a sent picture, in pixels. A larger one is not read better, and takes long on slow networks. */
export const LONGEST = 2_400;
/** The shortest side of a picture that the server accepts, in pixels. */
const LEAST = 200;
const QUALITY = 0.92;

/** Why a file cannot be sent as a picture. The page contains a text for each reason. */
export type FileTrouble = 'heic' | 'pdf' | 'unreadable' | 'small';

export class FileError extends Error {
  constructor(readonly trouble: FileTrouble) {
    super(trouble);
  }
}

/** Draws a part of a picture or a video, no larger than it has to be. */
export function drawnFrom(source: CanvasImageSource, area: Area, longest = LONGEST): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, scaledTo(longest, area));
  const context = canvas.getContext('2d');
  if (!context) throw new FileError('unreadable');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff'; // white background for transparent parts of a PNG
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, area.left, area.top, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export const jpegOf = (canvas: HTMLCanvasElement, quality = QUALITY): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new FileError('unreadable')));
    canvas.toBlob(take, 'image/jpeg', quality);
  });

/** Files with more bytes than this are encoded again, because they take long on slow networks. */
const LONGEST_FILE = 4 * 1024 * 1024;

/**
 * Whether to send the user's file itself: a JPEG that was not reduced. Traces of editing would be lost by encoding it
 * again.
 */
export const isSentAsItIs = ([a, b, c]: Uint8Array, bytes: number, drawn: Pick<Area, 'width' | 'height'>): boolean =>
  bytes <= LONGEST_FILE && Math.max(drawn.width, drawn.height) < LONGEST && a === 0xff && b === 0xd8 && c === 0xff;

export const beginningOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, 32).arrayBuffer());

export type FileKind = 'pdf' | 'heic' | 'picture';

/** Recognises the kind by the first bytes, because the name and type of a file may be wrong. */
export function kindOf(beginning: Uint8Array): FileKind {
  const text = String.fromCharCode(...beginning.subarray(0, 32));
  if (text.startsWith('%PDF-')) return 'pdf';
  return /^.{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(text) ? 'heic' : 'picture';
}

/** The picture in a file: JPEG, PNG and what else the browser can open, or the first page of a PDF. */
export async function pictureIn(file: Blob): Promise<HTMLCanvasElement> {
  const kind = kindOf(await beginningOf(file));
  const canvas = kind === 'pdf' ? await firstPageOf(file) : await decoded(file, kind);
  if (Math.min(canvas.width, canvas.height) < LEAST) throw new FileError('small');
  return canvas;
}

async function decoded(file: Blob, kind: FileKind): Promise<HTMLCanvasElement> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const canvas = drawnFrom(bitmap, { left: 0, top: 0, width: bitmap.width, height: bitmap.height });
    bitmap.close();
    return canvas;
  } catch {
    throw new FileError(kind === 'heic' ? 'heic' : 'unreadable');
  }
}

/** Loads the PDF reader only when it is needed, because it is large. */
async function firstPageOf(file: Blob): Promise<HTMLCanvasElement> {
  try {
    const { renderFirstPage } = await import('./pdf.js');
    return await renderFirstPage(new Uint8Array(await file.arrayBuffer()), LONGEST);
  } catch {
    throw new FileError('pdf');
  }
}
