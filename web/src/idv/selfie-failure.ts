import { markAt, type Failure } from './failure.js';
import { drawnFrom } from './pictures.js';
import type { Scenes } from './scenes.js';

/** The page's texts about a selfie that was not accepted. */
export type FailedWord = 'taken' | 'face' | 'triesLeft' | 'notTaken';

/** Shows the refused picture with the face and the fault marked. `byCamera` mirrors it, as the user saw it. */
export async function showFailedSelfie(
  scenes: Scenes<'failed', FailedWord>,
  { reason, left, seen }: Failure,
  picture: Blob | undefined,
  byCamera: boolean,
): Promise<void> {
  const shown = picture ? [await drawn(picture, scenes.word('taken'), byCamera)] : [];
  const face = seen?.face && byCamera ? { ...seen.face, left: 1 - seen.face.left - seen.face.width } : seen?.face;
  const mark = face && markAt(face, { width: 1, height: 1 }, scenes.word('face'));
  scenes.element(HTMLElement, '[data-failed]').replaceChildren(...shown, ...(mark ? [mark] : []));
  for (const fold of scenes.root.querySelectorAll<HTMLDetailsElement>('[data-open-after]')) {
    if (fold.dataset['openAfter'] === reason) fold.open = true;
  }
  scenes.show('failed', { focus: false });
  const reasons = JSON.parse(scenes.setting('reasons')) as Readonly<Record<string, string>>;
  const why = reasons[seen?.fault ?? reason] ?? reasons[reason] ?? scenes.word('notTaken');
  scenes.trouble(`${why} ${scenes.word('triesLeft').replace('{count}', String(left))}`);
}

async function drawn(picture: Blob, label: string, mirrored: boolean): Promise<HTMLElement> {
  const bitmap = await createImageBitmap(picture);
  const canvas = drawnFrom(bitmap, { left: 0, top: 0, width: bitmap.width, height: bitmap.height });
  canvas.toggleAttribute('data-mirrored', mirrored);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  return canvas;
}
