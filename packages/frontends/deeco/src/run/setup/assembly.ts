/** Puts a run together: classes are made, told what the scenario says of them, and deployed. */
import { InputError, type Place } from '@kineko/formats/problem';
import { messageOf, Random } from '@kineko/kernel';
import type { DeecoCycle } from '../../format/log/log.js';
import type { DeecoMove } from '../../format/log/move-records.js';
import type { Placed, ScenarioFile } from '../../format/scenario/scenario.js';
import { radiansOf } from '../angles.js';
import { Coordinator, ObjectEnsemble, RobotEnsemble } from '../environment/coordinator.js';
import { Environment, type Layer } from '../environment/environment.js';
import type { Component, DeployedEnsemble } from '../runtime/tasks.js';
import type { Context, Process } from '../runtime/process.js';
import type { Deployment } from '../runtime/deployment.js';
import { Knowledge } from '../runtime/knowledge.js';
import { checkNames, checkProcesses, checkSchedule, type Classes } from './classes.js';
import { type DeecoFiles, LayerOutputs, type OutputFile } from './files.js';
import type { Source } from '@kineko/run';
import type { EngineKind } from '../engine/cycle-engine.js';
import type { EnvironmentMap } from '../environment/environment-map.js';
import type { Values } from './settings.js';
import { JavaRandom } from '../java-random.js';

export interface AssemblyOptions {
  readonly seed: number;
  readonly files: DeecoFiles;
  readonly onCycle: (cycle: DeecoCycle) => void;
  readonly onMoves?: ((moves: readonly DeecoMove[]) => void) | undefined;
  /** What the code of a component says. */
  readonly onLog: (component: number, className: string, text: string) => void;
}

export interface Assembly {
  readonly environment: Environment;
  /** The coordinator has no process yet: whoever runs it knows when to end. */
  readonly deployment: Deployment;
  /** Of layers. */
  readonly outputs: readonly OutputFile[];
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
    told(className.place, className.value, () => robot.setParameters(tag, context));
    told(arg.place, className.value, () => robot.processArg(arg.value, context));
    return { robot, context };
  });
  const ensembles = file.ensembles.map(({ className }, i) => {
    const ensemble = made(className, () => new classes.ensembles[i]!());
    checkNames(ensemble, className.value, className.place);
    checkSchedule(ensemble, className.value, className.place);
    return { name: className.value, ensemble, isEssential: false };
  });
  const logs = new LayerOutputs(options.files, plan.source, plan.values.logfile);
  const layers = file.sensors.map(({ name, processor, arg }, i): Layer => {
    const context = contextOf(`layer/${name.value}`, robotCount + objectCount, processor.value);
    const layer = made(processor, () => new classes.sensors[i]!());
    layer.place({ map, context, openLog: (path, isEarlier) => logs.open(path, arg.place, isEarlier) });
    told(arg.place, processor.value, () => layer.processArg(arg.value));
    return { name: name.value, processor: layer };
  });
  const objects = file.objects.map(({ className, x, y, size, tag, arg }, i) => {
    const context = contextOf(`object/${i}`, robotCount + i, className.value);
    const object = made(className, () => new classes.objects[i]!());
    object.oID = i;
    told(className.place, className.value, () => object.setParameters(x, y, tag, size, context));
    told(arg.place, className.value, () => object.processArg(arg.value, context));
    return { object, context };
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
  for (const [i, { robot }] of robots.entries()) robot.sensor.attach(i, environment.readings);

  const components = (
    entries: readonly { readonly className: Placed<string> }[],
    made: readonly { readonly instance: object; readonly context: Context }[],
    processes: readonly { readonly processes: readonly Process[] }[],
    first: number,
  ): Component[] =>
    made.map(({ instance, context }, i) => {
      const { value: className, place } = entries[i]!.className;
      checkProcesses(processes[i]!.processes, className, place);
      const knowledge = new Knowledge(instance, `${className}#${first + i}`);
      return {
        index: first + i,
        className,
        knowledge,
        processes: processes[i]!.processes,
        context,
        isEssential: false,
      };
    });
  const coordinator = new Coordinator(robotCount, objectCount);
  const deployment: Deployment = {
    robots: components(
      file.robots,
      robots.map(({ robot, context }) => ({ instance: robot, context })),
      classes.robots,
      0,
    ),
    objects: components(
      file.objects,
      objects.map(({ object, context }) => ({ instance: object, context })),
      classes.objects,
      robotCount,
    ),
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
    throw refusal(place, `class ${JSON.stringify(value)} cannot be made: ${messageOf(error)}`);
  }
}

function told(place: Place, className: string, tell: () => void): void {
  try {
    tell();
  } catch (error) {
    throw refusal(
      place,
      `class ${JSON.stringify(className)} does not take what the scenario says: ${messageOf(error)}`,
    );
  }
}

function refusal(place: Place, text: string): InputError {
  return new InputError([{ severity: 'error', place, text }]);
}

/** A scenario with everything found that it names: what a run is made of. */
export interface Plan {
  readonly file: ScenarioFile;
  readonly source: Source;
  readonly values: Values;
  readonly map: EnvironmentMap;
  readonly engine: EngineKind;
  readonly classes: Classes;
  /** Whether whoever started the run has chosen where the log goes. */
  readonly isLogChosen: boolean;
}

/** By the name of whoever draws: a stream for each, or, as in Java, one for all. */
export function randomness({ random }: Pick<Values, 'random'>, seed: number): (who: string) => () => number {
  if (random === 'java') {
    const shared = new JavaRandom(seed);
    const draw = (): number => shared.nextDouble();
    return () => draw;
  }
  const streams = new Random(seed);
  return (who) => {
    const stream = streams.stream(who);
    return () => stream.uniform();
  };
}
