import { Ensemble } from '../runtime/ensemble.js';

/** An ensemble of all components that have the knowledge of its roles. */
export abstract class OpenEnsemble<C extends object, M extends object = object> extends Ensemble<C, M> {
  membership(): boolean {
    return true;
  }
}
