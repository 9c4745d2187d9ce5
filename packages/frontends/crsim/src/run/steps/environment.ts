/**
 * The environment: a world that advances in steps. A step begins with the requests of robots; motions take its whole duration; at
 * its end effectors act, then sensors read, and their readings are returned with the messages that have arrived. Everything is
 * an event of the kernel, so that a run does not depend on how its controllers are connected.
 */
import type { TraceRecord } from '@kineko/formats/trace';
import type { Pose } from '@kineko/geometry';
import { EventClass, type Random, type SimEvent, type Simulator } from '@kineko/kernel';
import { MotionError, World } from '@kineko/world';
import type { Communications, CrsimModel } from '../../format/model.js';
import type { Catalogue } from '../world/catalogue.js';
import type { EnvironmentMap } from '../world/grid-map.js';
import { groundPose } from '../world/frame.js';
import type { SensorResponse } from '../world/sensor-kinds.js';
import { stepMotion } from '../world/step-motion.js';
import { type Thing, Things, type ViewerObject, viewerObjects } from '../world/things.js';
import { type EquippedRobot, equippedRobot } from './equipped-robot.js';
import { Messaging, type RobotMessage } from './messaging.js';
import type { RobotRequest, StepRequests } from './requests.js';

export interface EnvironmentOptions {
  readonly model: CrsimModel;
  readonly catalogue: Catalogue;
  readonly communications: Communications;
  readonly millisPerStep: number;
  readonly simulator: Simulator;
  readonly random: Random;
  readonly emit: ((record: TraceRecord) => void) | undefined;
  readonly listener: StepListener;
}

export interface StepListener {
  /** Until time advances, the requests of this step can be performed. */
  stepBegins(step: number): void;
  stepEnds(outcome: StepOutcome): void;
}

export interface StepOutcome {
  readonly step: number;
  /** By the ids of robots. */
  readonly answers: readonly RobotAnswer[];
  /** Objects that have moved or changed during the step. */
  readonly updates: readonly LocationUpdate[];
}

export interface RobotAnswer {
  readonly messages: readonly RobotMessage[];
  readonly responses: readonly SensorResponse[];
}

/** The message to viewers. */
export interface LocationUpdate {
  readonly objectName: string;
  readonly timestep: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly orientation: number;
  /** Present if it has changed. */
  readonly heat?: number;
}

/** Sorts the events of steps before the sensors of robots, and after commands. */
const FIRST = -1e300;

export class Environment {
  readonly things: Things;
  readonly world: World;
  readonly messaging: Messaging;
  /** The number of the current step. */
  step = 0;
  motionRequests = 0;
  private readonly robots: readonly EquippedRobot[];
  private readonly byName: ReadonlyMap<string, EquippedRobot>;
  private readonly map: EnvironmentMap;
  private readonly changed = new Set<Thing>();

  constructor(private readonly options: EnvironmentOptions) {
    const { model, catalogue, simulator, random, emit } = options;
    this.things = new Things(model, catalogue.shapes);
    this.world = new World(
      {
        area: { minX: 0, minY: -model.depth, maxX: model.width, maxY: 0 },
        walled: model.walls,
        obstacles: this.things.obstacles,
        robots: robotSpecs(this.things),
        objects: this.things.all
          .filter(({ robot, heat }) => robot === undefined && heat > 0)
          .map(({ at, heat, name }) => ({ x: at.x, y: at.y, heat, tag: name })),
      },
      { simulator, random, modules: [stepMotion], ...(emit && { emit }) },
    );
    this.messaging = new Messaging({
      names: model.robots.map(({ name }) => name),
      communications: options.communications,
      simulator,
      random,
      world: this.world,
      emit,
    });
    this.map = catalogue.maps.get(model.map)!.make(model, this.world);
    this.robots = this.things.all.flatMap((thing) =>
      thing.robot === undefined ? [] : [this.equipped(thing, thing.robot)],
    );
    this.byName = new Map(this.robots.map((robot) => [robot.thing.name, robot]));
    this.schedule(0, EventClass.WakeUp, 'the first step', () => this.beginStep());
  }

  /** Performs the requests of the current step, in the order of robots. */
  perform(requests: StepRequests): void {
    for (const [name, list] of requests) {
      const robot = this.byName.get(name);
      if (robot !== undefined) this.performFor(robot, list);
    }
  }

  poseOf({ robot, at }: Thing): Pose {
    return robot === undefined ? at : this.world.poseOf(robot);
  }

  /** All objects in their current state. */
  objects(): ViewerObject[] {
    return this.things.all.flatMap((thing) => viewerObjects(thing, this.poseOf(thing)));
  }

  /** Updates for all robots, and for objects that have changed since the start. */
  snapshot(step: number): LocationUpdate[] {
    return this.things.all
      .filter(({ robot, heat, spec }) => robot !== undefined || heat !== spec.heat)
      .map((thing) => this.updateOf(thing, step, thing.heat !== thing.spec.heat));
  }

  private timeOf(step: number): number {
    // A product, not a sum, so that rounding errors do not accumulate.
    return (step * this.options.millisPerStep) / 1000;
  }

  private beginStep(): void {
    const { step } = this;
    const end = this.timeOf(step + 1);
    this.map.beginStep();
    this.schedule(end, EventClass.Sensor, 'effectors and sensors of a step', () => this.actAndSense());
    this.schedule(end, EventClass.WakeUp, 'the end of a step', () => this.endStep());
    this.options.listener.stepBegins(step);
  }

  private performFor(robot: EquippedRobot, requests: readonly RobotRequest[]): void {
    let turn = 0;
    const moves: number[] = [];
    for (const request of requests) {
      switch (request.type) {
        case 'ACTIONEVENT': {
          const { messageAction, messageAmount } = request;
          if (messageAction === 'MOVE') moves.push(messageAmount);
          else if (messageAction === 'TURNLEFT') turn += messageAmount;
          else if (messageAction === 'TURNRIGHT') turn -= messageAmount;
          else robot.effects.push({ action: messageAction, amount: messageAmount });
          break;
        }
        case 'SENSOREVENT':
          robot.questions.push(request.sensorid);
          break;
        case 'COMMEVENT':
          this.messaging.send(robot.id, request.message);
          break;
        case 'NOPEVENT':
          break;
      }
    }
    if (turn === 0 && moves.every((distance) => distance === 0)) return;
    this.motionRequests++;
    try {
      robot.mover.move(turn, this.allowed(robot, turn, moves), this.timeOf(this.step), this.timeOf(this.step + 1));
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      this.world.warn(error.message, robot.id);
    }
  }

  private allowed(robot: EquippedRobot, turn: number, moves: readonly number[]): number[] {
    const { x, y, heading: before } = this.world.poseOf(robot.id);
    const heading = before + turn;
    if (moves.some((distance) => distance !== 0)) robot.refusal.move = undefined;
    // All moves are checked from the start of the step; usually there is one.
    return moves.map((distance) => {
      const allowed = this.map.allowed(robot.id, { x, y, heading }, distance);
      if (allowed !== distance) {
        const direction = distance < 0 ? heading + Math.PI : heading;
        robot.refusal.move = { step: this.step, heading: direction, distance: Math.abs(distance - allowed) };
      }
      return allowed;
    });
  }

  /** A refusal of an earlier step ends when its cause has gone. */
  private forgetRefusals(): void {
    const standing = this.robots.filter(({ refusal: { move } }) => move !== undefined && move.step < this.step);
    if (standing.length === 0) return;
    this.map.beginStep();
    for (const { id, refusal } of standing) {
      const { heading, distance } = refusal.move!;
      const pose = { ...this.world.poseOf(id), heading };
      if (this.map.allowed(id, pose, distance) === distance) refusal.move = undefined;
    }
  }

  private actAndSense(): void {
    this.forgetRefusals();
    for (const robot of this.robots) {
      for (const { action, amount } of robot.effects.splice(0)) robot.effectors.get(action)?.doEffect({ amount });
    }
    for (const robot of this.robots) {
      for (const id of robot.questions.splice(0)) {
        const fitted = robot.sensors.get(id);
        if (fitted === undefined) continue;
        const { sensor, request, reading, responseType } = fitted;
        // Reserves its place: answers have the order of the questions.
        const place = robot.responses.push({ mResponseType: responseType, sensorid: id }) - 1;
        sensor.doSensor(request as never, (reply) => {
          robot.responses[place] = { mResponseType: responseType, sensorid: id, ...reading(reply) };
        });
      }
    }
  }

  private endStep(): void {
    const { step } = this;
    const answers = this.robots.map((robot) => ({
      messages: this.messaging.take(robot.id),
      responses: robot.responses.splice(0),
    }));
    const updates = this.updates(step);
    this.step++;
    this.options.listener.stepEnds({ step, answers, updates });
    this.beginStep();
  }

  private updates(step: number): LocationUpdate[] {
    const updates: LocationUpdate[] = [];
    for (const robot of this.robots) {
      const pose = this.world.poseOf(robot.id);
      const { shown, thing } = robot;
      const isWarmer = this.changed.delete(thing);
      const hasMoved = pose.x !== shown.x || pose.y !== shown.y || pose.heading !== shown.heading;
      if (!hasMoved && !isWarmer) continue;
      // Copied: V8 would take poses for long-lived, and allocate all of them where only a full collection frees them.
      shown.x = pose.x;
      shown.y = pose.y;
      shown.heading = pose.heading;
      updates.push(this.updateOf(thing, step, isWarmer));
    }
    for (const thing of this.changed) updates.push(this.updateOf(thing, step, true));
    this.changed.clear();
    return updates;
  }

  private updateOf(thing: Thing, timestep: number, withHeat: boolean): LocationUpdate {
    const { x, z, rotation } = groundPose(this.poseOf(thing));
    const { name, spec, heat } = thing;
    return { objectName: name, timestep, x, y: spec.y, z, orientation: rotation, ...(withHeat && { heat }) };
  }

  private equipped(thing: Thing, id: number): EquippedRobot {
    const { world, things } = this;
    return equippedRobot(thing, id, things, world, this.options.catalogue, {
      robot: id,
      things: things.all,
      poseOf: (other) => this.poseOf(other),
      here: () => world.poseOf(id),
      changed: (other) => void this.changed.add(other),
    });
  }

  private schedule(at: number, eventClass: SimEvent['class'], text: string, run: () => void): void {
    this.options.simulator.schedule(at, { class: eventClass, low: FIRST, high: FIRST, run, describe: () => text });
  }
}

function robotSpecs({ all }: Things) {
  return all.flatMap(({ robot, at, name, spec }) =>
    robot === undefined
      ? []
      : [{ id: robot, radius: spec.shapes[0]!.radius!, x: at.x, y: at.y, heading: at.heading, tag: name }],
  );
}
