import { faceSeen, frameOf, type View } from '../../../../../test/support/faces/modelled-head.js';
import type { FoundFace } from '../face.js';
import { seenFault } from './seen-fault.js';

const faultOf = (...frames: readonly (readonly FoundFace[])[]) =>
  seenFault(frames.map((faces, number) => ({ number, found: frameOf(faces, `frame ${number}`) })));
const far: View = { size: 15 };

describe('What was wrong with the face in the frames of a challenge', () => {
  it.each<[string, readonly FoundFace[]]>([
    ['face_too_small', [faceSeen(far)]],
    ['face_too_dark', [faceSeen({}, { brightness: 0.03 })]],
    ['face_too_bright', [faceSeen({}, { brightness: 0.97 })]],
    ['face_blurred', [faceSeen({}, { sharpness: 0.02 })]],
    ['several_faces', [faceSeen(), faceSeen({ x: 560, size: 50 })]],
    ['no_face', []],
  ])('is told: %s', (fault, faces) => expect(faultOf(faces)).toMatchObject({ fault, frame: 0 }));

  it('is what most of them show, on the first that shows it', () => {
    const [blurred, small] = [faceSeen({}, { sharpness: 0.02 }), faceSeen(far)];
    expect(faultOf([faceSeen()], [blurred], [small], [small])).toMatchObject({ fault: 'face_too_small', frame: 2 });
  });

  it('is no turned head, where anything else is wrong: heads turn when they are asked to', () => {
    const turned = faceSeen({ yaw: 40 });
    expect(faultOf([turned], [turned], [faceSeen(far)])).toMatchObject({ fault: 'face_too_small', frame: 2 });
    expect(faultOf([turned])).toMatchObject({ fault: 'face_turned' });
  });

  it('says where the face is, as parts of the picture', () => {
    const { width, height } = frameOf([], '');
    const { box } = faceSeen(far);
    expect(faultOf([faceSeen(far)])?.face).toEqual({
      left: box.left / width,
      top: box.top / height,
      width: box.width / width,
      height: box.height / height,
    });
    expect(faultOf([])).toEqual({ fault: 'no_face', frame: 0 });
  });

  it('is nothing where all is well', () => expect(faultOf([faceSeen()])).toBeUndefined());
});
