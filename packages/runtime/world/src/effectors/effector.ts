/**
 * What every effector is: something that a robot does to the world other than to move. An effector of one's own is one
 * class: a kind, and `effect`.
 */
import { RequestCheck, RequestError } from '../sensors/request-check.js';

export interface EffectorOptions {
  /** What records and logs call it, if not by its kind. */
  readonly name?: string;
}

/** An effector's side of the effector manager. */
export interface EffectorPort {
  readonly robot: number;
  act<Request>(effector: Effector<Request>, request: Request): void;
}

/** Does something when asked to, at once. It belongs to one robot. Requests are plain data, for the record. */
export abstract class Effector<Request> {
  /** What sort of effector it is: `tag`. */
  abstract readonly kind: string;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #givenName: string | undefined;
  #port: EffectorPort | undefined;

  constructor(options: EffectorOptions = {}) {
    this.#givenName = options.name;
  }

  /** As records and logs speak of it; of one robot's effectors no two have the same. */
  get name(): string {
    return this.#givenName ?? this.kind;
  }

  /** Changes the world; what it may change was handed to it when it was made. */
  abstract effect(request: Request, robot: number, now: number): void;

  /** Refuses a request that makes no sense, before anything has changed. */
  protected checkRequest(_request: Request, _check: RequestCheck): void {}

  doEffect(request: Request): void {
    if (this.#port === undefined) {
      throw new RequestError(`effector '${this.name}' belongs to no robot: equip one with it first`);
    }
    this.checkRequest(request, new RequestCheck(`robot ${this.#port.robot}, effector '${this.name}'`));
    this.#port.act(this, request);
  }

  /** Gives the effector to its robot; done by the effector manager. */
  attach(port: EffectorPort): void {
    if (this.#port !== undefined) {
      throw new RequestError(
        `effector '${this.name}' belongs to robot ${this.#port.robot} already and cannot be given to robot ${port.robot}: make one for each`,
      );
    }
    this.#port = port;
  }
}
