import { newId } from './ids.js';

/** A record of something that has happened. The payload is plain JSON, never an entity or a request. */
export abstract class DomainEvent<P extends object = object> {
  readonly id: string = newId();
  /**
   * The time at which the event was stored, according to the database's clock, which all processes share. Until the
   * event is stored, the time at which it was created, according to the local clock.
   */
  readonly occurredAt: string = new Date().toISOString();
  constructor(readonly payload: P) {}
}

export interface EventOptions<About extends string> {
  /**
   * The payload member that contains the id of the object that the event is about. This id becomes the key of the
   * outbox row.
   */
  readonly about: About;
  /**
   * Whether the response to the request that caused the event is delayed until the event has been delivered, but not
   * beyond a time limit. Set this only if the caller relies on the effects of the event.
   */
  readonly beforeAnswer?: boolean;
}

interface EventDeclaration extends EventOptions<string> {
  readonly type: string;
  readonly prototype: DomainEvent;
}

const declarations = new Map<string, EventDeclaration>();
const declarationOf = new Map<unknown, EventDeclaration>();

/** Gives an event its stable wire name: `<context>.<what-happened>.v<n>`. */
export const Event =
  <About extends string>(type: `${string}.${string}.v${number}`, options: EventOptions<About>) =>
  <P extends Readonly<Record<About, string>>>(cls: new (payload: P) => DomainEvent<P>): void => {
    if (declarations.has(type)) throw new Error(`Event ${type} is declared twice`);
    const declaration = { ...options, type, prototype: cls.prototype as DomainEvent };
    declarations.set(type, declaration);
    declarationOf.set(cls, declaration);
  };

/** The wire name of an event class. The event bus identifies classes by this name, so a class can be renamed safely. */
export function typeOfClass(cls: unknown): string {
  const declaration = declarationOf.get(cls);
  if (!declaration) throw new Error(`${String(cls)} is not declared with @Event`);
  return declaration.type;
}

/** The wire names of all event classes in this process. */
export const declaredTypes = (): string[] => [...declarations.keys()];

export const typeOf = (event: DomainEvent): string => typeOfClass(event.constructor);

export const keyOf = (event: DomainEvent): string =>
  (event.payload as Record<string, string>)[declaredAs(typeOf(event)).about] ?? '';

export const isBeforeAnswer = (event: DomainEvent): boolean => declaredAs(typeOf(event)).beforeAnswer === true;

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly payload: object;
}

/** Restores an event from its stored row, as an instance of its class. */
export function revive({ id, type, occurredAt, payload }: StoredEvent): DomainEvent {
  return Object.assign(Object.create(declaredAs(type).prototype) as DomainEvent, { id, occurredAt, payload });
}

export const stampWith = (occurredAt: string, events: readonly DomainEvent[]): void => {
  for (const event of events) Object.assign(event, { occurredAt });
};

function declaredAs(type: string): EventDeclaration {
  const declaration = declarations.get(type);
  if (!declaration) throw new Error(`No event class for ${type}`);
  return declaration;
}

/** An entity that collects its events until the unit of work writes them to the outbox. */
export abstract class Aggregate {
  #events: DomainEvent[] = [];

  protected record(event: DomainEvent): void {
    this.#events.push(event);
  }

  takeEvents(): DomainEvent[] {
    return this.#events.splice(0);
  }
}
