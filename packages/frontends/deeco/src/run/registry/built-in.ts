/** The classes of the examples: all of them known without further ado. */
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
import type { Entry, Kind, Kinds } from './registry.js';

/** Where the original has its examples. */
const JAVA = 'cz.cuni.mff.d3s.deeco.playground.examples.';

const FIRE = 'firefighters.';

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
  example('sensor', 'competition.EnergyProcessor', EnergyProcessor, 'how much energy a robot has left'),
  example('robot', 'competition.ControlledRobot', ControlledRobot, 'Red: does what its station says'),
  example('robot', 'competition.AutonomousRobot', AutonomousRobot, 'Blue: decides by itself'),
  example('object', 'competition.CommandStation', CommandStation, 'charges and sends Red'),
  example('object', 'competition.PowerStation', PowerStation, 'charges Blue'),
  example('object', 'competition.Counter', Counter, 'adds up the points'),
  example('object', 'competition.CollectibleItem', CollectibleItem, 'appears, and is collected'),
  example('ensemble', 'competition.OrderEnsemble', OrderEnsemble, 'the station and its robots'),
  example('ensemble', 'competition.CollectEnsemble', CollectEnsemble, 'items and who comes near'),
  example('ensemble', 'competition.ItemPositionSignal', ItemPositionSignal, 'where items are'),
  example('ensemble', 'competition.ScoreUpdate', ScoreUpdate, 'items and the counter'),
  example('ensemble', 'competition.StatusUpdate', StatusUpdate, 'the score as the status, and the end'),
  example('ensemble', 'competition.ChargerPositionEnsemble', ChargerPositionEnsemble, 'robots and their chargers'),
  example('ensemble', 'competition.HackEnsemble', HackEnsemble, "Blue reads Red's plans"),
  example('sensor', `${FIRE}environment.CoordinatesProcessor`, CoordinatesProcessor, 'where a robot is'),
  example('sensor', `${FIRE}environment.EnergyTemperatureProcessor`, EnergyTemperatureProcessor, 'fires and energy'),
  example('robot', `${FIRE}leader.FirefighterLeader`, FirefighterLeader, 'knows all fires, and sends drones'),
  example('robot', `${FIRE}drone.FirefighterDrone`, FirefighterDrone, 'goes where its leader says'),
  example('object', `${FIRE}drone.ChargingStation`, ChargingStation, 'charges firefighters'),
  example('ensemble', `${FIRE}drone.StationEnsemble`, StationEnsemble, 'where the station is'),
  example(
    'ensemble',
    `${FIRE}leader.DataAggregationAndOrderDistribution`,
    DataAggregationAndOrderDistribution,
    'the leader and its drones',
  ),
  example('ensemble', `${FIRE}drone.ModeSwitch`, ModeSwitch, 'drones without a leader'),
  { kind: 'robot', name: 'golden.ScriptRobot', aliases: [], doc: 'does what its argument says', create: ScriptRobot },
  { kind: 'object', name: 'golden.PlainObject', aliases: [], doc: 'is what the scenario says', create: PlainObject },
];
