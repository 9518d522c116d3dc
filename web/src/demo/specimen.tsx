import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { portrait as face } from './mina/camera.js';
import { state, trouble } from './visit.js';

const BIRTH_DATE = '1991-03-14';
/** The ratio 35 to 45 of passport photographs, in pixels. */
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

/** The specimen document to draw. */
interface Wanted {
  readonly format: Format;
  /** The portrait in base64. `undefined` means the portrait of the demo's fictional customer. */
  readonly portrait: string | undefined;
}

/** Draws a document that does not exist, with the visitor's own picture. Nothing of it is stored. */
export function SpecimenMaker() {
  const [wanted, want] = useState<Wanted>({ format: 'TD3', portrait: undefined });
  const [isPosing, pose] = useState(false);
  const [problem, complain] = useState('');
  const pictures = usePictures(wanted, complain);
  const onPicture = (portrait: string | undefined): void => {
    pose(false);
    if (portrait === undefined) complain('There is no camera, or it may not be used. Choose a photo instead.');
    else {
      complain('');
      want({ ...wanted, portrait });
    }
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
        <Formats chosen={wanted.format} onChoose={(format) => want({ ...wanted, format })} />
        <div class="buttons">
          <button type="button" class="button slim" onClick={() => pose(true)}>
            <Icon name="face" />
            Take my photo
          </button>
          <label class="button slim">
            Choose a photo
            <input
              type="file"
              accept="image/jpeg,image/png"
              class="unseen"
              onChange={(event) => void chosenIn(event.currentTarget).then(onPicture)}
            />
          </label>
        </div>
        <p class="dim">Your photo is printed into the document, and is not kept.</p>
        <Saving pictures={pictures} saved={DOCUMENTS[wanted.format].sides.map(({ save }) => save)} />
        <p class="trouble" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** A passport with the face of the demo's fictional customer, as a blob and its URL. Undefined until it is drawn. */
export function usePassport(): { readonly blob: Blob; readonly address: string } | undefined {
  const [made, keep] = useState<{ readonly blob: Blob; readonly address: string }>();
  useEffect(() => {
    let address = '';
    let isOver = false;
    void drawn({ format: 'TD3', portrait: undefined }).then(
      ([blob]) => {
        if (isOver || !blob) return;
        address = URL.createObjectURL(blob);
        keep({ blob, address });
      },
      (error: unknown) => {
        trouble.value = error instanceof Error ? error.message : String(error);
      },
    );
    return () => {
      isOver = true;
      URL.revokeObjectURL(address);
    };
  }, []);
  return made;
}

/** The URLs of the drawn sides; empty until they are drawn. */
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

/** Links to print or save the document, to show it to a camera or upload it. */
const Saving = ({ pictures, saved }: { readonly pictures: readonly string[]; readonly saved: readonly string[] }) => (
  <p class="links">
    <button type="button" class="link" onClick={() => window.print()}>
      Print
    </button>
    {saved.map((save, number) => (
      <a key={save} class="link" href={pictures[number]} download={number === 0 ? 'specimen.png' : 'specimen-back.png'}>
        {save}
      </a>
    ))}
  </p>
);

/** Draws all sides of the document. */
async function drawn({ format, portrait = '' }: Wanted): Promise<Blob[]> {
  const { firstName, lastName } = state.value;
  const person = { firstNames: firstName || 'Mina', lastNames: lastName || 'Okoro', birthDate: BIRTH_DATE };
  const document = { format, ...person, portrait: portrait || (await pictureIn(await fetched(face))) };
  return Promise.all(DOCUMENTS[format].sides.map(({ side }) => pictureBy({ ...document, side })));
}

const fetched = async (address: string): Promise<Blob> => (await fetch(address)).blob();

/** Reads the chosen file. Undefined if it is no picture. */
async function chosenIn({ files }: HTMLInputElement): Promise<string | undefined> {
  const file = files?.[0];
  return file && pictureIn(file).catch(() => undefined);
}

/** Converts a picture to JPEG in base64, cropped like a passport photograph. */
async function pictureIn(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file);
  const width = Math.min(image.width, (image.height * WIDTH) / HEIGHT);
  const height = (width * HEIGHT) / WIDTH;
  return jpegOf(image, [(image.width - width) / 2, (image.height - height) / 2, width, height]);
}

async function pictureBy(order: object): Promise<Blob> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/demo/specimen', { method: 'POST', headers, body: JSON.stringify(order) });
  if (!answer.ok) throw new Error('The specimen could not be drawn.');
  return answer.blob();
}

/** Shows the visitor's camera. The picture is sent only to this machine. */
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

/** Takes a picture: the middle of the camera's picture, in the ratio of a passport photograph. */
function pictureOf(video: HTMLVideoElement): string | undefined {
  const height = video.videoHeight;
  const width = Math.min(video.videoWidth, (height * WIDTH) / HEIGHT);
  return width === 0 ? undefined : jpegOf(video, [(video.videoWidth - width) / 2, 0, width, height]);
}

type Cut = readonly [left: number, top: number, width: number, height: number];

function jpegOf(picture: CanvasImageSource, [left, top, width, height]: Cut): string | undefined {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, WIDTH, HEIGHT);
  return canvas.toDataURL('image/jpeg', 0.92).split(',')[1];
}
