import type { FaceFault, SeenFault } from '../face-fault.js';
import { judged } from '../face-gates.js';
import type { FoundFace, FoundFaces } from '../face.js';
import type { SeenFrame } from './judgement.js';

/**
 * The most frequent fault of the frames, and the first frame that shows it. The fault `face_turned` is reported only if
 * there is no other, because the challenge asks for turns.
 */
export function seenFault(frames: readonly SeenFrame[]): SeenFault | undefined {
  const faulty = frames.flatMap((frame) => {
    const fault = judged(frame.found, 'selfie');
    return typeof fault === 'string' ? [{ ...frame, fault }] : [];
  });
  const unasked = faulty.filter(({ fault }) => fault !== 'face_turned');
  const [most] = [...(unasked.length > 0 ? unasked : faulty)].sort(
    (one, other) => timesOf(faulty, other.fault) - timesOf(faulty, one.fault),
  );
  const face = most?.found.faces[0];
  return most && { fault: most.fault, frame: most.number, ...(face && { face: partOf(face, most.found) }) };
}

const timesOf = (faulty: readonly { readonly fault: FaceFault }[], fault: FaceFault): number =>
  faulty.filter((one) => one.fault === fault).length;

const partOf = ({ box }: FoundFace, { width, height }: FoundFaces) => ({
  left: box.left / width,
  top: box.top / height,
  width: box.width / width,
  height: box.height / height,
});
