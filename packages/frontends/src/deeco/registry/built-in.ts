/** The classes of the examples: all of them known without further ado. */
import { OrtogonalRobot, RandomRobot, SimpleRobot, StaticRobot } from '../scenarios/basic/robots.js';
import { StatusCycleUpdate } from '../scenarios/basic/status-cycle-update.js';
import { PlainObject } from '../scenarios/golden/plain-object.js';
import { ScriptRobot } from '../scenarios/golden/script-robot.js';
import { CoordinatesProcessor } from '../scenarios/predator/coordinates-processor.js';
import { PredatorRobot } from '../scenarios/predator/predator-robot.js';
import { PreyRobot } from '../scenarios/predator/prey-robot.js';
import { SignalEnsemble } from '../scenarios/predator/signal-ensemble.js';
import type { Entry, Kind, Kinds } from './registry.js';

/** Where the original has its examples. */
const JAVA = 'cz.cuni.mff.d3s.deeco.playground.examples.';

/** Of an example, under its own name and that of the original. */
function example<K extends Kind>(kind: K, name: string, create: Kinds[K], doc: string): Entry<K> {
  return { kind, name, aliases: [JAVA + name], doc, create };
}

export const BUILT_IN: readonly Entry[] = [
  example('robot', 'basic.SimpleRobot', SimpleRobot, 'turns around when it collides'),
  example('robot', 'basic.OrtogonalRobot', OrtogonalRobot, 'turns its back to what it collides with'),
  example('robot', 'basic.RandomRobot', RandomRobot, 'goes at any speed, turns by any angle'),
  example('robot', 'basic.StaticRobot', StaticRobot, 'stays where it is'),
  example('ensemble', 'basic.StatusCycleUpdate', StatusCycleUpdate, 'the number of the cycle as the status'),
  example('sensor', 'predator.CoordinatesProcessor', CoordinatesProcessor, 'where a robot is and where it faces'),
  example('robot', 'predator.PredatorRobot', PredatorRobot, 'goes to one place after the other'),
  example('robot', 'predator.PreyRobot', PreyRobot, 'flees from a predator that is near'),
  example('ensemble', 'predator.SignalEnsemble', SignalEnsemble, 'warns prey of predators'),
  { kind: 'robot', name: 'golden.ScriptRobot', aliases: [], doc: 'does what its argument says', create: ScriptRobot },
  { kind: 'object', name: 'golden.PlainObject', aliases: [], doc: 'is what the scenario says', create: PlainObject },
];
