/**
 * Base class of effectors, by which robots change the world other than by moving. An effector of your own is one class with
 * a kind and `effect`.
 */
import { RequestCheck, RequestError } from '../sensors/request-check.js';

export interface EffectorOptions {
  /** Name in records and logs. Default: its kind. */
  readonly name?: string;
}

/** The robot of an effector, and the part of the manager that the effector uses. */
export interface EffectorPort {
  readonly robot: number;
  act<Request>(effector: Effector<Request>, request: Request): void;
}

/** Carries out requests at once. It belongs to one robot. Requests are plain data, so that they can be recorded. */
export abstract class Effector<Request> {
  /** For example `tag`. */
  abstract readonly kind: string;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #givenName: string | undefined;
  #port: EffectorPort | undefined;

  constructor(options: EffectorOptions = {}) {
    this.#givenName = options.name;
  }

  /** Name in records and logs; unique among the effectors of a robot. */
  get name(): string {
    return this.#givenName ?? this.kind;
  }

  /** Changes the world; the effector is given access to it when it is constructed. */
  abstract effect(request: Request, robot: number, now: number): void;

  /** Rejects an invalid request before anything changes. */
  protected checkRequest(_request: Request, _check: RequestCheck): void {}

  doEffect(request: Request): void {
    if (this.#port === undefined) {
      throw new RequestError(`effector '${this.name}' belongs to no robot: equip one with it first`);
    }
    this.checkRequest(request, new RequestCheck(`robot ${this.#port.robot}, effector '${this.name}'`));
    this.#port.act(this, request);
  }

  /** Gives the effector to its robot; called by the effector manager. */
  attach(port: EffectorPort): void {
    if (this.#port !== undefined) {
      throw new RequestError(
        `effector '${this.name}' belongs to robot ${this.#port.robot} and cannot be given to robot ${port.robot}: create one for each`,
      );
    }
    this.#port = port;
  }
}
