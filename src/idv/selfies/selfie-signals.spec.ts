import { isVirtualCamera, lightRule, needsLight, selfieSignals, type SelfieFacts } from './selfie-signals.js';

const HONEST = {
  ...{ moves: 3, tookMs: 20_000, isHasty: false, isVirtualCamera: false, repeated: 0, light: 0.9 },
  lightRule: 'required',
} as const satisfies SelfieFacts;
const raisedBy = (facts: Partial<SelfieFacts>) =>
  selfieSignals({ ...HONEST, ...facts }).flatMap(({ kind, raised }) => (raised ? [kind] : []));

describe('The signals of a selfie', () => {
  it('are not raised by somebody before a camera', () => {
    expect(selfieSignals(HONEST)).toEqual([
      { kind: 'no_light_response', side: 'selfie', strength: 0.1, raised: false },
    ]);
  });

  it.each<readonly [string[], Partial<SelfieFacts>]>([
    [['virtual_camera'], { isVirtualCamera: true }],
    [['repeated_frames'], { repeated: 0.3 }],
    [['impossible_timing'], { tookMs: 3_000 }],
    [['impossible_timing'], { isHasty: true }],
    [['no_light_response'], { light: 0.2 }],
    [['no_light_response'], { light: undefined }],
    [['no_light_response', 'desktop_claimed'], { light: 0.2, lightRule: 'expected' }],
    [['no_light_response', 'desktop_claimed'], { light: undefined, lightRule: 'expected' }],
    [[], { light: 0.5, lightRule: 'expected' }],
    [['no_light_response'], { light: 0.2, lightRule: 'free' }],
    [[], { light: undefined, lightRule: 'free' }],
  ])('%j are raised by %j', (kinds, facts) => expect(raisedBy(facts)).toEqual(kinds));

  it('say nothing of light where none was shown and none is needed', () => {
    const kinds = selfieSignals({ ...HONEST, light: undefined, lightRule: 'free' }).map(({ kind }) => kind);
    expect(kinds).not.toContain('no_light_response');
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

describe('The light of the screen', () => {
  it.each([
    [undefined, false, false, 'required'],
    [undefined, false, true, 'expected'],
    [undefined, true, false, 'free'],
    [true, false, true, 'required'],
    [true, true, true, 'required'],
    [false, false, false, 'free'],
  ] as const)(
    'is judged with the setting %s, in test mode: %s, at a desktop: %s, as %s',
    (requireLight, test, desktop, rule) => {
      const settings = requireLight === undefined ? {} : { requireLight };
      expect(lightRule(settings, test, desktop)).toBe(rule);
      expect(needsLight(settings, test)).toBe(rule !== 'free');
    },
  );
});
