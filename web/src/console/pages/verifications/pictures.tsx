import { useRef, useState } from 'preact/hooks';
import { addressOf } from '../../api.js';
import { pathTo } from '../../route.js';
import { percent } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/parts.js';
import { words } from '../../words/words.js';
import type { Findings, IdvSession } from './types.js';

const texts = words.verifications.pictures;
const WIDE = new Set(['front', 'back', 'earlier']);
/**
 * The kinds of pictures to show. Frames that were filmed during the user's movements are left out, because reviewers do
 * not compare them.
 */
const SHOWN = ['front', 'back', 'earlier', 'portrait', 'selfie'];

interface PicturesProps {
  readonly session: IdvSession;
  readonly findings: Findings;
  /** Whether to load the pictures at once, as for a reviewer. Otherwise they are loaded on request. */
  readonly isOpen: boolean;
}

export function Pictures({ session: { sessionId }, findings, isOpen }: PicturesProps) {
  const [isUncovered, uncover] = useState(false);
  const [large, enlarge] = useState<readonly string[]>([]);
  const dialog = useRef<HTMLDialogElement>(null);
  const kinds = SHOWN.filter((kind) => findings.pictures.some((one) => one.kind === kind));
  const sourceOf = (kind: string) => addressOf(pathTo('v1', 'idvSessions', sessionId, 'pictures', kind));
  const faces = kinds.includes('portrait') ? ['portrait', 'selfie'] : ['front', 'selfie'];
  const face = findings.scores?.['face'];
  const threshold = findings.thresholds['match'];
  const show = (...which: readonly string[]) => {
    enlarge(which);
    dialog.current?.showModal();
  };
  if (!isOpen && !isUncovered) {
    return (
      <Card title={texts.title} note={texts.note}>
        <div class="cover">
          <span>{texts.covered(kinds.length)}</span>
          <button type="button" class="button" onClick={() => uncover(true)}>
            <Icon name="eyes" />
            {texts.uncover}
          </button>
        </div>
      </Card>
    );
  }
  return (
    <Card
      title={texts.title}
      note={texts.note}
      flush
      end={
        faces.every((kind) => kinds.includes(kind)) ? (
          <button type="button" class="button" onClick={() => show(...faces)}>
            <Icon name="face" />
            {texts.compare}
          </button>
        ) : undefined
      }
    >
      <div class="pictures">
        {kinds.map((kind) => (
          <figure key={kind} class={`picture ${WIDE.has(kind) ? 'wide' : ''}`}>
            <button
              type="button"
              class="frame"
              aria-label={texts.enlarge(texts.kinds[kind] ?? kind)}
              onClick={() => show(kind)}
            >
              <img src={sourceOf(kind)} alt={texts.kinds[kind] ?? kind} />
            </button>
            <figcaption>
              <span>{texts.kinds[kind]}</span>
              {kind === 'selfie' && face !== undefined && <span>{texts.alike(percent(face, 0))}</span>}
            </figcaption>
          </figure>
        ))}
      </div>
      <dialog
        ref={dialog}
        aria-label={texts.compareTitle}
        onClose={() => enlarge([])}
        onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      >
        {large.length > 0 && (
          <div class={`compare ${large.length === 1 ? 'single' : ''}`}>
            <h2>{large.length === 1 ? (texts.kinds[large[0] ?? ''] ?? '') : texts.compareTitle}</h2>
            {large.map((kind) => (
              <div key={kind} class="frame">
                <img src={sourceOf(kind)} alt={texts.kinds[kind] ?? kind} />
              </div>
            ))}
            <footer>
              {large.length > 1 && face !== undefined && threshold !== undefined && (
                <span>{texts.sure(percent(face), percent(threshold, 0))}</span>
              )}
              {large.length > 1 && <span class="advice">{texts.advice}</span>}
              <button type="button" class="button" onClick={() => dialog.current?.close()}>
                {words.close}
              </button>
            </footer>
          </div>
        )}
      </dialog>
    </Card>
  );
}
