import { isVirtualCamera, selfieSignals } from './selfie-signals.js';

const HONEST = { moves: 3, tookMs: 20_000, isVirtualCamera: false, repeated: 0, light: 0.9 };
const raisedBy = (facts: Partial<typeof HONEST>) =>
  selfieSignals({ ...HONEST, ...facts }).flatMap(({ kind, raised }) => (raised ? [kind] : []));

describe('The signals of a selfie', () => {
  it('are not raised by somebody before a camera', () => {
    expect(selfieSignals(HONEST)).toEqual([
      { kind: 'no_light_response', side: 'selfie', strength: 0.1, raised: false },
    ]);
  });

  it.each([
    ['virtual_camera', { isVirtualCamera: true }],
    ['repeated_frames', { repeated: 0.3 }],
    ['impossible_timing', { tookMs: 3_000 }],
    ['no_light_response', { light: 0.2 }],
  ])('raise %s', (kind, facts) => expect(raisedBy(facts)).toEqual([kind]));

  it('say nothing of light where none was shown', () => {
    expect(selfieSignals({ ...HONEST, light: undefined }).map(({ kind }) => kind)).not.toContain('no_light_response');
  });

  it.each([
    ['OBS Virtual Camera', true],
    ['ManyCam Webcam', true],
    ['fake_device_0', true],
    ['Dummy video device (0x0000)', true],
    ['FaceTime HD Camera', false],
    ['Integrated Camera: Integrated C (5986:9102)', false],
    ['camera2 1, facing front', false],
    ['Front Camera', false],
    ['', false],
  ])('take the name %s for a program: %s', (name, is) => expect(isVirtualCamera(name)).toBe(is));
});
