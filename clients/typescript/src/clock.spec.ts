import { ServerClock } from './clock.js';

describe('The time of the server', () => {
  it('is that of the device until it is told', () => {
    expect(new ServerClock(() => 5_000).now()).toBe(5_000);
  });

  it('is told by a header, and goes on with the device', () => {
    let device = 1_000_000;
    const clock = new ServerClock(() => device);
    clock.readHeader('Sun, 06 Nov 1994 08:49:37 GMT');
    device += 60_000;
    expect(clock.seconds()).toBe(Date.parse('1994-11-06T08:50:37Z') / 1_000);
  });

  it.each([null, '', 'yesterday'])('does not believe %p', (header) => {
    const clock = new ServerClock(() => 5_000);
    clock.readHeader(header);
    expect(clock.now()).toBe(5_000);
  });
});
