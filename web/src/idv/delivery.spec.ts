/** @jest-environment jsdom */
import { whenOnline } from './delivery.js';
import { Scenes } from './scenes.js';

describe('What could not be sent', () => {
  it('is sent once when the network is back, however often that was tried before', () => {
    const scenes = new Scenes<'unsent' | 'sending', never>(document.createElement('main'));
    let sent = 0;
    const send = () => {
      sent += 1;
      scenes.show('sending');
    };
    scenes.show('unsent');
    whenOnline(scenes, send);
    whenOnline(scenes, send);
    dispatchEvent(new Event('online'));
    expect(sent).toBe(1);
  });

  it('is not sent when its user has meanwhile taken another picture', () => {
    const scenes = new Scenes<'unsent' | 'preview', never>(document.createElement('main'));
    let sent = 0;
    scenes.show('unsent');
    whenOnline(scenes, () => (sent += 1));
    scenes.show('preview');
    dispatchEvent(new Event('online'));
    expect(sent).toBe(0);
  });
});
