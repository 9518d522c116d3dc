import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { state } from './visit.js';

const BIRTH_DATE = '1991-03-14';
/** 35 by 45, as photographs of passports are. */
const [WIDTH, HEIGHT] = [560, 720];

const DOCUMENTS = {
  TD3: {
    name: 'Passport',
    sides: [{ side: 'front', alt: 'A passport of Utopia: a specimen', save: 'Save as picture' }],
  },
  TD1: {
    name: 'Identity card',
    sides: [
      { side: 'front', alt: 'The front of an identity card of Utopia: a specimen', save: 'Save the front' },
      { side: 'back', alt: 'The back of an identity card of Utopia: a specimen', save: 'Save the back' },
    ],
  },
} as const;
type Format = keyof typeof DOCUMENTS;
const FORMATS = Object.keys(DOCUMENTS) as Format[];

/** What is drawn. */
interface Wanted {
  readonly format: Format;
  readonly portrait: string | undefined;
}

/** A document that does not exist, with a face that may be the visitor's own. Nothing of it is kept anywhere. */
export function SpecimenMaker() {
  const [wanted, want] = useState<Wanted>({ format: 'TD3', portrait: undefined });
  const [isPosing, pose] = useState(false);
  const [problem, complain] = useState('');
  const pictures = usePictures(wanted, complain);
  const onPicture = (portrait: string | undefined): void => {
    pose(false);
    if (portrait === undefined) complain('There is no camera, or it may not be used.');
    else want({ ...wanted, portrait });
  };
  return (
    <div class="maker">
      {isPosing ? (
        <div class="paper">
          <Camera onPicture={onPicture} />
        </div>
      ) : (
        <Papers format={wanted.format} pictures={pictures} />
      )}
      <div class="make">
        <h3>A specimen, made just now</h3>
        <p class="dim">
          Utopia does not exist. The engine refuses the drawn face, as it should: take your own picture for the real
          check.
        </p>
        <Formats chosen={wanted.format} onChoose={(format) => want({ ...wanted, format })} />
        <Ways
          pictures={pictures}
          saved={DOCUMENTS[wanted.format].sides.map(({ save }) => save)}
          isOwn={wanted.portrait !== undefined}
          onDrawn={() => want({ ...wanted, portrait: undefined })}
          onPose={() => pose(true)}
        />
        <p class="trouble" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** The addresses of its sides; none until they are drawn. */
function usePictures(wanted: Wanted, onProblem: (problem: string) => void): readonly string[] {
  const [made, keep] = useState<{ readonly of: Wanted; readonly addresses: readonly string[] }>();
  useEffect(() => {
    let addresses: readonly string[] = [];
    let isOver = false;
    void drawn(wanted).then(
      (blobs) => {
        if (isOver) return;
        addresses = blobs.map((blob) => URL.createObjectURL(blob));
        keep({ of: wanted, addresses });
      },
      (error: unknown) => onProblem(String(error)),
    );
    return () => {
      isOver = true;
      addresses.forEach((address) => URL.revokeObjectURL(address));
    };
  }, [wanted]);
  return made?.of === wanted ? made.addresses : [];
}

const Papers = ({ format, pictures }: { readonly format: Format; readonly pictures: readonly string[] }) => (
  <div class={`papers ${format}`}>
    {DOCUMENTS[format].sides.map(({ side, alt }, number) => (
      <div key={side} class="paper">
        <img src={pictures[number]} alt={alt} />
      </div>
    ))}
  </div>
);

const Formats = ({ chosen, onChoose }: { readonly chosen: Format; readonly onChoose: (format: Format) => void }) => (
  <div class="buttons">
    {FORMATS.map((format) => (
      <button
        key={format}
        type="button"
        class="button slim"
        aria-pressed={chosen === format}
        onClick={() => onChoose(format)}
      >
        {DOCUMENTS[format].name}
      </button>
    ))}
  </div>
);

interface WaysGiven {
  readonly pictures: readonly string[];
  readonly saved: readonly string[];
  readonly isOwn: boolean;
  readonly onDrawn: () => void;
  readonly onPose: () => void;
}

const Ways = ({ pictures, saved, isOwn, onDrawn, onPose }: WaysGiven) => (
  <div class="buttons">
    <button type="button" class="button slim" aria-pressed={!isOwn} onClick={onDrawn}>
      <Icon name="face" />
      Drawn face
    </button>
    <button type="button" class="button slim" aria-pressed={isOwn} onClick={onPose}>
      <Icon name="phone" />
      My own
    </button>
    <button type="button" class="button slim" onClick={() => window.print()}>
      Print
    </button>
    {saved.map((save, number) => (
      <a
        key={save}
        class="button slim"
        href={pictures[number]}
        download={number === 0 ? 'specimen.png' : 'specimen-back.png'}
      >
        <Icon name="install" />
        {save}
      </a>
    ))}
  </div>
);

/** Each side. */
function drawn({ format, portrait }: Wanted): Promise<Blob[]> {
  const { firstName, lastName } = state.value;
  const person = { firstNames: firstName || 'Mina', lastNames: lastName || 'Okoro', birthDate: BIRTH_DATE };
  const document = { format, ...person, ...(portrait !== undefined && { portrait }) };
  return Promise.all(DOCUMENTS[format].sides.map(({ side }) => pictureBy({ ...document, side })));
}

async function pictureBy(order: object): Promise<Blob> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/demo/specimen', { method: 'POST', headers, body: JSON.stringify(order) });
  if (!answer.ok) throw new Error('The specimen could not be drawn.');
  return answer.blob();
}

/** Sees the visitor; the picture goes to this machine only. */
function Camera({ onPicture }: { readonly onPicture: (jpeg: string | undefined) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [sees, see] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', width: { ideal: 1280 } } }).then(
      (given) => {
        stream = given;
        if (isOver) given.getTracks().forEach((track) => track.stop());
        else if (video.current) video.current.srcObject = given;
      },
      () => onPicture(undefined),
    );
    return () => {
      isOver = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  return (
    <div class="camera">
      <video ref={video} autoplay muted playsInline onLoadedData={() => see(true)} />
      <button
        type="button"
        class="button go"
        disabled={!sees}
        onClick={() => video.current && onPicture(pictureOf(video.current))}
      >
        Take it
      </button>
    </div>
  );
}

/** The middle of what the camera sees, as JPEG in base64. */
function pictureOf(video: HTMLVideoElement): string | undefined {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const height = video.videoHeight;
  const width = Math.min(video.videoWidth, (height * WIDTH) / HEIGHT);
  if (width === 0) return undefined;
  canvas.getContext('2d')?.drawImage(video, (video.videoWidth - width) / 2, 0, width, height, 0, 0, WIDTH, HEIGHT);
  return canvas.toDataURL('image/jpeg', 0.92).split(',')[1];
}
