import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './marks.js';
import { state } from './visit.js';

const BIRTH_DATE = '1991-03-14';
/** 35 by 45, as photographs of passports are. */
const [WIDTH, HEIGHT] = [560, 720];

/** A document that does not exist, with a face that may be the visitor's own. Nothing of it is kept anywhere. */
export function SpecimenMaker() {
  const [portrait, choose] = useState<string>();
  const [isPosing, pose] = useState(false);
  const [made, show] = useState<{ readonly of: string | undefined; readonly address: string }>();
  const picture = made?.of === portrait ? made?.address : undefined; // never the one before
  const [problem, complain] = useState('');
  useEffect(() => {
    let address: string | undefined;
    void drawn(portrait).then(
      (blob) => show({ of: portrait, address: (address = URL.createObjectURL(blob)) }),
      (error: unknown) => complain(String(error)),
    );
    return () => {
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [portrait]);
  return (
    <div class="maker">
      <div class="paper">
        {isPosing ? (
          <Camera
            onPicture={(taken) => {
              pose(false);
              if (taken === undefined) complain('There is no camera, or it may not be used.');
              else choose(taken);
            }}
          />
        ) : (
          <img src={picture} alt="A passport of Utopia: a specimen" />
        )}
      </div>
      <div class="make">
        <h3>A specimen, made just now</h3>
        <p class="dim">
          Utopia does not exist. The engine refuses the drawn face, as it should: take your own picture for the real
          check.
        </p>
        <Ways
          picture={picture}
          isOwn={portrait !== undefined}
          onDrawn={() => choose(undefined)}
          onPose={() => pose(true)}
        />
        <p class="trouble" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

interface WaysGiven {
  readonly picture: string | undefined;
  readonly isOwn: boolean;
  readonly onDrawn: () => void;
  readonly onPose: () => void;
}

const Ways = ({ picture, isOwn, onDrawn, onPose }: WaysGiven) => (
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
    <a class="button slim" href={picture} download="specimen.png">
      <Icon name="install" />
      Save as picture
    </a>
  </div>
);

async function drawn(portrait: string | undefined): Promise<Blob> {
  const { firstName, lastName } = state.value;
  const person = { firstNames: firstName || 'Mina', lastNames: lastName || 'Okoro', birthDate: BIRTH_DATE };
  const body = JSON.stringify({ ...person, ...(portrait !== undefined && { portrait }) });
  const answer = await fetch('/demo/specimen', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
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
