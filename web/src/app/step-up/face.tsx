import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce.js';
import { t, type Word } from '../language.js';
import { Icon } from '../ui/icon.js';
import { BusyButton, Note, Spinner } from '../ui/parts.js';

interface Props {
  readonly steps: readonly string[];
  readonly done: (frames: readonly string[]) => void;
}

type State =
  | { readonly name: 'ready' | 'sending' }
  | { readonly name: 'film'; readonly word: Word }
  | { readonly name: 'failed'; readonly word: Word };

/** Films the user who follows the server's instructions before the camera. The pictures are the answer. */
export function FaceCheck({ steps, done }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const stop = useRef(new AbortController());
  const [state, setState] = useState<State>({ name: 'ready' });
  useEffect(() => () => stop.current.abort(), []);
  const begin = async () => {
    const { current } = video;
    if (!current) return;
    setState({ name: 'film', word: 'opening' });
    const { film, troubleOf } = await import('./film.js');
    const tell = (word: Word) => {
      setState({ name: 'film', word });
      announce(t(word));
    };
    try {
      const frames = await film({ video: current, steps, tell, signal: stop.current.signal });
      setState({ name: 'sending' });
      done(frames);
    } catch (error) {
      setState({ name: 'failed', word: troubleOf(error) });
    }
  };
  const filming = state.name === 'film';
  return (
    <div class="methods">
      {state.name === 'failed' && (
        <Note kind="bad" loud>
          {t(state.word)}
        </Note>
      )}
      {(state.name === 'ready' || state.name === 'failed') && <p>{t('faceText')}</p>}
      <div class="viewfinder" hidden={!filming}>
        <video ref={video} muted playsInline aria-hidden="true" />
        <i aria-hidden="true" />
        <p>{filming && t(state.word)}</p>
      </div>
      {state.name === 'sending' && (
        <p class="sending" role="status">
          <Spinner /> {t('checking')}
        </p>
      )}
      {(state.name === 'ready' || state.name === 'failed') && (
        <BusyButton busy={false} onClick={() => void begin()}>
          <Icon name="face" />
          {t(state.name === 'ready' ? 'faceStart' : 'tryAgain')}
        </BusyButton>
      )}
    </div>
  );
}
