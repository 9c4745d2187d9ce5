/** The classes of the examples, which every scenario may name. */
import { OrtogonalRobot, RandomRobot, SimpleRobot, StaticRobot, StatusCycleUpdate } from '../scenarios/basic.js';
import { EnergyProcessor } from '../scenarios/competition/energy-processor.js';
import {
  ChargerPositionEnsemble,
  CollectEnsemble,
  HackEnsemble,
  ItemPositionSignal,
  OrderEnsemble,
  ScoreUpdate,
  StatusUpdate,
} from '../scenarios/competition/ensembles.js';
import { CollectibleItem, CommandStation, Counter, PowerStation } from '../scenarios/competition/objects.js';
import { AutonomousRobot, ControlledRobot } from '../scenarios/competition/robots.js';
import { ChargingStation, FirefighterDrone, FirefighterLeader } from '../scenarios/firefighters/components.js';
import { EnergyTemperatureProcessor } from '../scenarios/firefighters/energy-temperature-processor.js';
import {
  DataAggregationAndOrderDistribution,
  ModeSwitch,
  StationEnsemble,
} from '../scenarios/firefighters/ensembles.js';
import { PlainObject, ScriptRobot } from '../scenarios/golden.js';
import { CoordinatesProcessor, PredatorRobot, PreyRobot, SignalEnsemble } from '../scenarios/predator.js';
import type { Entry, ClassKind, Kinds } from './registry.js';

/** The Java package of the original's examples. */
const JAVA = 'cz.cuni.mff.d3s.deeco.playground.examples.';

const FIRE = 'firefighters.';

/** An entry under its own name and that of the original. */
function example<K extends ClassKind>(kind: K, name: string, create: Kinds[K], doc: string): Entry<K> {
  return { kind, name, aliases: [JAVA + name], doc, create };
}

export const BUILT_IN: readonly Entry[] = [
  example('robot', 'basic.SimpleRobot', SimpleRobot, 'turns around when it collides'),
  example('robot', 'basic.OrtogonalRobot', OrtogonalRobot, 'turns away from the party that it collides with'),
  example('robot', 'basic.RandomRobot', RandomRobot, 'moves at random speeds, turns by random angles'),
  example('robot', 'basic.StaticRobot', StaticRobot, 'stays where it is'),
  example('ensemble', 'basic.StatusCycleUpdate', StatusCycleUpdate, 'the number of the cycle as the status'),
  example('sensor', 'predator.CoordinatesProcessor', CoordinatesProcessor, 'position and direction of a robot'),
  example('robot', 'predator.PredatorRobot', PredatorRobot, 'visits one random position after another'),
  example('robot', 'predator.PreyRobot', PreyRobot, 'flees from a predator that is near'),
  example('ensemble', 'predator.SignalEnsemble', SignalEnsemble, 'warns prey of predators'),
  example('sensor', 'competition.EnergyProcessor', EnergyProcessor, 'remaining energy of a robot'),
  example('robot', 'competition.ControlledRobot', ControlledRobot, 'Red: follows the orders of its station'),
  example('robot', 'competition.AutonomousRobot', AutonomousRobot, 'Blue: decides for itself'),
  example('object', 'competition.CommandStation', CommandStation, 'charges Red and gives it orders'),
  example('object', 'competition.PowerStation', PowerStation, 'charges Blue'),
  example('object', 'competition.Counter', Counter, 'adds up the points'),
  example('object', 'competition.CollectibleItem', CollectibleItem, 'appears, and is collected'),
  example('ensemble', 'competition.OrderEnsemble', OrderEnsemble, 'the station and its robots'),
  example('ensemble', 'competition.CollectEnsemble', CollectEnsemble, 'items and the robots near them'),
  example('ensemble', 'competition.ItemPositionSignal', ItemPositionSignal, 'positions of the items'),
  example('ensemble', 'competition.ScoreUpdate', ScoreUpdate, 'items and the counter'),
  example('ensemble', 'competition.StatusUpdate', StatusUpdate, 'the score as the status, and the end'),
  example('ensemble', 'competition.ChargerPositionEnsemble', ChargerPositionEnsemble, 'robots and their chargers'),
  example('ensemble', 'competition.HackEnsemble', HackEnsemble, "Blue reads Red's plans"),
  example('sensor', `${FIRE}environment.CoordinatesProcessor`, CoordinatesProcessor, 'position of a robot'),
  example('sensor', `${FIRE}environment.EnergyTemperatureProcessor`, EnergyTemperatureProcessor, 'fires and energy'),
  example('robot', `${FIRE}leader.FirefighterLeader`, FirefighterLeader, 'knows all fires, and sends drones'),
  example('robot', `${FIRE}drone.FirefighterDrone`, FirefighterDrone, 'follows the orders of its leader'),
  example('object', `${FIRE}drone.ChargingStation`, ChargingStation, 'charges firefighters'),
  example('ensemble', `${FIRE}drone.StationEnsemble`, StationEnsemble, 'position of the station'),
  example(
    'ensemble',
    `${FIRE}leader.DataAggregationAndOrderDistribution`,
    DataAggregationAndOrderDistribution,
    'the leader and its drones',
  ),
  example('ensemble', `${FIRE}drone.ModeSwitch`, ModeSwitch, 'drones without a leader'),
  {
    kind: 'robot',
    name: 'golden.ScriptRobot',
    aliases: [],
    doc: 'performs the actions in its argument',
    create: ScriptRobot,
  },
  {
    kind: 'object',
    name: 'golden.PlainObject',
    aliases: [],
    doc: 'keeps the attributes of the scenario',
    create: PlainObject,
  },
];
