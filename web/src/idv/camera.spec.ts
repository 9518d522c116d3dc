/** @jest-environment jsdom */
import { Camera, CameraClosed } from './camera.js';

interface FakeTrack extends EventTarget {
  isOn: boolean;
}

/** A camera whose user has not yet been asked. `allow` gives its stream. */
function asked() {
  const tracks: FakeTrack[] = [];
  const waiting: (() => void)[] = [];
  const getUserMedia = () =>
    new Promise((resolve) =>
      waiting.push(() => {
        const track = Object.assign(new EventTarget(), { isOn: true, stop: () => void (track.isOn = false) });
        tracks.push(track);
        resolve({ getTracks: () => [track], getVideoTracks: () => [track] });
      }),
    );
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
  const video = document.createElement('video');
  Object.assign(video, { srcObject: null, play: () => Promise.resolve() });
  return {
    camera: new Camera(video),
    video,
    allow: () => waiting.shift()?.(),
    on: () => tracks.map(({ isOn }) => isOn),
  };
}

describe('A camera', () => {
  it('does not stay on when its user leaves before allowing it', async () => {
    const { camera, video, allow, on } = asked();
    const opening = camera.open({ facing: 'user' });
    camera.close();
    allow();
    await expect(opening).rejects.toBeInstanceOf(CameraClosed);
    expect([camera.isOpen, video.srcObject, on()]).toEqual([false, null, [false]]);
  });

  it('is on once when it is opened again before the first opening has ended', async () => {
    const { camera, allow, on } = asked();
    const first = camera.open({ facing: 'user' });
    const second = camera.open({ facing: 'user', deviceId: 'other' });
    allow();
    allow();
    await expect(first).rejects.toBeInstanceOf(CameraClosed);
    await second;
    expect([camera.isOpen, on()]).toEqual([true, [false, true]]);
    camera.close();
    expect(on()).toEqual([false, false]);
  });
});
