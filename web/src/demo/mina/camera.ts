import halfLeft from './half-left.jpg';
import halfOpen from './half-open.jpg';
import halfRight from './half-right.jpg';
import halfUp from './half-up.jpg';
import left from './left.jpg';
import open from './open.jpg';
import right from './right.jpg';
import straight from './straight.jpg';
import up from './up.jpg';

/** The face of Mina, the demo's fictional customer, looking straight into the camera. It is a rendered picture. */
export const portrait = straight;

const [WIDTH, HEIGHT] = [576, 768];
const PER_SECOND = 12;
/** Two pictures for each movement: half-way, and at its end. */
const VIEWS = {
  look_straight: [straight, straight],
  turn_left: [halfLeft, left],
  turn_right: [halfRight, right],
  look_up: [halfUp, up],
  open_mouth: [halfOpen, open],
} as const;
type Movement = keyof typeof VIEWS;
const isMovement = (asked: string | undefined): asked is Movement => asked !== undefined && asked in VIEWS;
const ON_THE_WAY = 3;

/** What the page asks the person in front of the camera to do. */
export interface Asked {
  readonly movement: string | undefined;
  /** The colour in which the screen lights the face. */
  readonly light: string | undefined;
}

/** Imitates a camera that shows Mina, the demo's fictional customer, to a page that would otherwise open a real one. */
export async function cameraOn(asked: () => Asked): Promise<MediaStream> {
  const pictures = await loaded();
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing.');
  let shown: Movement = 'look_straight';
  let before: Movement = 'look_straight';
  let frames = 0;
  const draw = (): void => {
    const { movement, light } = asked();
    const next = isMovement(movement) ? movement : shown;
    if (next !== shown) [before, shown, frames] = [shown, next, 0];
    // When the face turns back to look straight, the half-way picture is that of the movement before.
    const way = frames < ON_THE_WAY ? VIEWS[shown === 'look_straight' ? before : shown][0] : VIEWS[shown][1];
    const picture = pictures.get(way);
    if (picture) context.drawImage(picture, sway(), sway(), WIDTH + 6, HEIGHT + 8);
    if (light !== undefined) lightFace(context, light);
    frames += 1;
  };
  draw();
  const clock = setInterval(draw, 1_000 / PER_SECOND);
  const stream = canvas.captureStream(PER_SECOND);
  for (const track of stream.getTracks()) {
    const stop = track.stop.bind(track);
    track.stop = () => {
      clearInterval(clock);
      stop();
    };
  }
  return stream;
}

/** A small random movement of the picture: a real person is never still, and no two camera pictures are the same. */
const sway = (): number => -4 * Math.random();

/** Brightens the face in the colour of the screen, but not the background. */
function lightFace(context: CanvasRenderingContext2D, colour: string): void {
  context.save();
  context.globalCompositeOperation = 'lighter';
  context.globalAlpha = 0.07;
  context.fillStyle = colour;
  context.beginPath();
  context.ellipse(WIDTH / 2, HEIGHT * 0.44, WIDTH * 0.28, HEIGHT * 0.33, 0, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

async function loaded(): Promise<ReadonlyMap<string, HTMLImageElement>> {
  const addresses = [...new Set(Object.values(VIEWS).flat())];
  return new Map(await Promise.all(addresses.map(async (address) => [address, await imageAt(address)] as const)));
}

async function imageAt(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
