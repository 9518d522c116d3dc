import type { CallOptions } from '../calls/api.js';
import type * as model from '../generated/api.js';
import { type QueryOf, Resource } from './resource.js';

/** Your streams of security events (OpenID Shared Signals Framework). Scopes: `ssf.read`, `ssf.manage`. */
export class SignalStreams extends Resource {
  /** One stream by its id, or the list of your streams. */
  get(
    query: QueryOf<'SignalStreams_get'> = {},
    options?: CallOptions,
  ): Promise<model.SignalStream | model.SignalStream[]> {
    return this.call('SignalStreams_get', { query }, options);
  }

  create(stream: model.CreateSignalStream, options?: CallOptions): Promise<model.SignalStream> {
    return this.call('SignalStreams_create', { body: stream }, options);
  }

  update(changes: model.ChangeSignalStream, options?: CallOptions): Promise<model.SignalStream> {
    return this.call('SignalStreams_update', { body: changes }, options);
  }

  /** A field that you leave out gets its default. */
  replace(stream: model.ReplaceSignalStream, options?: CallOptions): Promise<model.SignalStream> {
    return this.call('SignalStreams_replace', { body: stream }, options);
  }

  delete(query: QueryOf<'SignalStreams_delete'>, options?: CallOptions): Promise<void> {
    return this.call('SignalStreams_delete', { query }, options);
  }

  getStatus(query: QueryOf<'SignalStreams_getStatus'>, options?: CallOptions): Promise<model.SignalStreamStatus> {
    return this.call('SignalStreams_getStatus', { query }, options);
  }

  setStatus(status: model.ChangeSignalStreamStatus, options?: CallOptions): Promise<model.SignalStreamStatus> {
    return this.call('SignalStreams_setStatus', { body: status }, options);
  }
}

/** The users whose events a stream contains. A new stream contains all. */
export class SignalSubjects extends Resource {
  add(subject: model.AddSignalSubject, options?: CallOptions): Promise<void> {
    return this.call('SignalSubjects_add', { body: subject }, options);
  }

  remove(subject: model.RemoveSignalSubject, options?: CallOptions): Promise<void> {
    return this.call('SignalSubjects_remove', { body: subject }, options);
  }
}

export class SignalVerifications extends Resource {
  /** Asks the service to send a verification event, which shows that the stream works. */
  create(verification: model.VerifySignalStream, options?: CallOptions): Promise<void> {
    return this.call('SignalVerifications_create', { body: verification }, options);
  }
}

export class SecurityEventPolls extends Resource {
  /** Fetches events, and acknowledges those that you have processed. */
  poll(
    stream_id: string,
    asked: model.PollSecurityEvents = {},
    options?: CallOptions,
  ): Promise<model.PolledSecurityEvents> {
    return this.call('SecurityEventPolls_poll', { path: { stream_id }, body: asked }, options);
  }
}
