import { defaultThresholds, thresholdsIn } from '@countersign/identity-engine';
import { settingsFrom } from './session-settings.js';

describe('The settings of a session', () => {
  it('are the defaults where the client says nothing', () => {
    expect(settingsFrom({})).toMatchObject({ matchThreshold: 0.8, ...defaultThresholds });
  });

  it('are what the client says, and the defaults beside it', () => {
    const settings = settingsFrom({ mostGlare: 0.1, documentTypes: ['passport', 'of_a_later_version'] });
    expect(settings).toMatchObject({ ...defaultThresholds, mostGlare: 0.1, documentTypes: ['passport'] });
  });

  it('have thresholds even if an earlier version has stored them', () => {
    expect(thresholdsIn({})).toEqual(defaultThresholds);
    expect(thresholdsIn({ ...settingsFrom({ leastCertainty: 0.95 }) })).toEqual({
      ...defaultThresholds,
      leastCertainty: 0.95,
    });
  });
});
