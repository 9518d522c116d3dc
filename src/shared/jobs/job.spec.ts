import { DeclaresJob, HandlesJob, Recurring, JobHandler } from './job.js';

class Handler extends JobHandler {
  async perform(): Promise<void> {}
}
const declared = (decorate: (handler: typeof Handler) => void): unknown => {
  class Decorated extends Handler {}
  decorate(Decorated);
  return Reflect.getMetadata(DeclaresJob.KEY, Decorated);
};

describe('The declaration of a job', () => {
  it('has modest defaults', () => {
    expect(declared(HandlesJob('testing/it'))).toEqual({
      kind: 'testing/it',
      attempts: 10,
      concurrency: 2,
      leaseSeconds: 60,
      waitSeconds: undefined,
      exactWaits: false,
      everySeconds: undefined,
    });
  });

  it('tries once more than it has waits', () => {
    expect(declared(HandlesJob('testing/it', { waitSeconds: [5, 300] }))).toMatchObject({ attempts: 3 });
  });

  it('knows how often it recurs', () => {
    expect(declared(Recurring('testing/it', { everySeconds: 60 }))).toMatchObject({ everySeconds: 60 });
  });
});
