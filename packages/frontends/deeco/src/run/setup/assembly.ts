/** Puts a run together: creates the instances of classes, passes them their parameters, and deploys them. */
import type { Place } from '@kineko/formats/problem';
import { messageOf, Random } from '@kineko/kernel';
import type { DeecoCycle } from '../../format/log/log.js';
import type { DeecoMove } from '../../format/log/move-records.js';
import type { ObjectEntry, Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import { radiansOf } from '../angles.js';
import { Coordinator, ObjectEnsemble, RobotEnsemble } from '../environment/coordinator.js';
import { Environment, type SensorLayer } from '../environment/environment.js';
import type { Component, DeployedEnsemble } from '../runtime/tasks.js';
import type { Context, Process } from '../runtime/process.js';
import type { Deployment } from '../runtime/deployment.js';
import { Knowledge } from '../runtime/knowledge.js';
import { checkNames, checkProcesses, checkSchedule, type Classes, refusal } from './classes.js';
import { type DeecoFiles, LayerOutputs, type OutputFile } from './files.js';
import type { Source } from '@kineko/run';
import type { EngineKind } from '../engine/cycle-engine.js';
import type { EnvironmentMap } from '../environment/environment-map.js';
import type { Values } from './settings.js';
import { JavaRandom } from '../java-random.js';

interface AssemblyOptions {
  readonly seed: number;
  readonly files: DeecoFiles;
  readonly onCycle: (cycle: DeecoCycle) => void;
  readonly onMoves?: ((moves: readonly DeecoMove[]) => void) | undefined;
  /** Called with the log lines of components. */
  readonly onLog: (component: number, className: string, text: string) => void;
}

export interface Assembly {
  readonly environment: Environment;
  /** The coordinator has no process yet; the run adds it. */
  readonly deployment: Deployment;
  /** The logs of layers. */
  readonly outputs: readonly OutputFile[];
}

interface Made {
  readonly instance: object;
  readonly context: Context;
}

interface Declares {
  readonly processes: readonly Process[];
}

/** In the order of the original, on which the draws of its generator depend: robots, ensembles, sensors, objects. */
export async function assemble(plan: Plan, options: AssemblyOptions): Promise<Assembly> {
  const { file, classes, map } = plan;
  const draws = randomness(plan.values, options.seed);
  const [robotCount, objectCount] = [file.robots.length, file.objects.length];
  const contextOf = (stream: string, index: number, className: string): Context => ({
    random: draws(stream),
    log: (text) => options.onLog(index, className, text),
  });

  const robots = file.robots.map(({ className, tag, arg }, i) => {
    const context = contextOf(`robot/${i}`, i, className.value);
    const robot = made(className, () => new classes.robots[i]!());
    robot.rID = i;
    configured(className.place, className.value, () => robot.setParameters(tag, context));
    configured(arg.place, className.value, () => robot.processArg(arg.value, context));
    return { instance: robot, context };
  });
  const ensembles = file.ensembles.map(({ className }, i) => {
    const ensemble = made(className, () => new classes.ensembles[i]!());
    checkNames(ensemble, className.value, className.place);
    checkSchedule(ensemble, className.value, className.place);
    return { name: className.value, ensemble, isEssential: false };
  });
  const logs = new LayerOutputs(options.files, plan.source, plan.values.logfile);
  const layers = file.sensors.map(({ name, processor, arg }, i): SensorLayer => {
    const context = contextOf(`layer/${name.value}`, robotCount + objectCount, processor.value);
    const layer = made(processor, () => new classes.sensors[i]!());
    layer.deploy({ map, context, openLog: (path, isEarlier) => logs.open(path, arg.place, isEarlier) });
    configured(arg.place, processor.value, () => layer.processArg(arg.value));
    return { name: name.value, processor: layer };
  });
  const objects = file.objects.map(({ className, x, y, size, tag, arg }, i) => {
    const context = contextOf(`object/${i}`, robotCount + i, className.value);
    const object = made(className, () => new classes.objects[i]!());
    object.oID = i;
    configured(className.place, className.value, () => object.setParameters(x, y, tag, size, context));
    configured(arg.place, className.value, () => object.processArg(arg.value, context));
    return { instance: object, context };
  });

  const environment = new Environment({
    engine: plan.engine.create(map),
    robots: file.robots.map(({ x, y, angle, size, className }) => {
      return { x, y, angle: radiansOf(angle), size, tag: '', type: className.value };
    }),
    objects: file.objects.map(({ x, y, size, tag, className }) => ({ x, y, size, tag, type: className.value })),
    layers,
    onCycle: options.onCycle,
    onMoves: options.onMoves,
  });
  for (const [i, { instance }] of robots.entries()) instance.sensor.attach(i, environment.readings);

  const component = (index: number, entry: ObjectEntry, { instance, context }: Made, type: Declares): Component => {
    const { value: className, place } = entry.className;
    checkProcesses(type.processes, className, place);
    const knowledge = new Knowledge(instance, `${className}#${index}`);
    return { index, className, knowledge, processes: type.processes, context, isEssential: false };
  };
  const coordinator = new Coordinator(robotCount, objectCount);
  const deployment: Deployment = {
    robots: robots.map((robot, i) => component(i, file.robots[i]!, robot, classes.robots[i]!)),
    objects: objects.map((object, i) => component(robotCount + i, file.objects[i]!, object, classes.objects[i]!)),
    coordinator: {
      index: robotCount + objectCount,
      className: 'Coordinator',
      knowledge: new Knowledge(coordinator, coordinator.id),
      processes: [],
      context: contextOf('coordinator', robotCount + objectCount, 'Coordinator'),
      isEssential: true,
    },
    ensembles,
    ownEnsembles: ownEnsembles(robotCount, objectCount),
  };
  return { environment, deployment, outputs: await logs.settled() };
}

function ownEnsembles(robots: number, objects: number): DeployedEnsemble[] {
  const ensembles: DeployedEnsemble[] = [];
  if (robots > 0) ensembles.push({ name: 'RobotEnsemble', ensemble: new RobotEnsemble(), isEssential: true });
  if (objects > 0) ensembles.push({ name: 'ObjectEnsemble', ensemble: new ObjectEnsemble(), isEssential: true });
  return ensembles;
}

function made<T>({ value, place }: Placed<string>, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw refusal(place, `class ${JSON.stringify(value)} cannot be created: ${messageOf(error)}`);
  }
}

function configured(place: Place, className: string, configure: () => void): void {
  try {
    configure();
  } catch (error) {
    throw refusal(place, `class ${JSON.stringify(className)} rejects its parameters: ${messageOf(error)}`);
  }
}

/** A scenario with everything that it names, ready to run. */
export interface Plan {
  readonly file: ScenarioFile;
  readonly source: Source;
  readonly values: Values;
  readonly map: EnvironmentMap;
  readonly engine: EngineKind;
  readonly classes: Classes;
  /** Whether the user, not the scenario, has chosen the file of the log. */
  readonly isLogChosen: boolean;
}

/** Returns random streams by name: one per name, or one shared by all, as in Java. */
function randomness({ random }: Pick<Values, 'random'>, seed: number): (name: string) => () => number {
  if (random === 'java') {
    const shared = new JavaRandom(seed);
    const draw = (): number => shared.nextDouble();
    return () => draw;
  }
  const streams = new Random(seed);
  return (name) => {
    const stream = streams.stream(name);
    return () => stream.uniform();
  };
}
