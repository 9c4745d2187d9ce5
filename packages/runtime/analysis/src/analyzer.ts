import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import { MAX_TIME } from '@kineko/geometry';
import { Collisions } from './collisions.js';
import { DeliveryOrders } from './delivery-orders.js';
import { Messages } from './messages.js';
import { Notable } from './notable.js';
import { Rates } from './rates.js';
import type { AnalysisReport, CollisionsReport, RobotReport, Totals } from './report.js';
import { RobotTally } from './robots.js';
import { SpaceTimeDiagram, type SpaceTimeOptions } from './space-time.js';

export interface AnalyzerOptions {
  /** Contents of the space-time diagram. Default: the first 500 messages. */
  readonly spaceTime?: SpaceTimeOptions | undefined;
}

/**
 * Computes a report in one pass over the records of a run, from an exact trace or a Neko log, which has fewer types of them.
 * Memory grows with the number of robots, colliding pairs, message types and messages in transit, and up to a limit with the
 * deliveries whose order is compared; not with the length of the log.
 */
export class Analyzer {
  private records = 0;
  private untimed = 0;
  private unordered = 0;
  private first = Infinity;
  private last = -Infinity;
  private previous = -Infinity;
  private motionRequests = 0;
  private readonly robots = new Map<number, RobotTally>();
  private readonly rates = new Rates();
  private readonly messages = new Messages();
  private readonly orders = new DeliveryOrders();
  private readonly notable = new Notable();
  private readonly spaceTime: SpaceTimeDiagram;
  private readonly collisions = new Collisions((time) => this.rates.add('collisions', time));
  private delays = 0;

  constructor(options: AnalyzerOptions = {}) {
    this.spaceTime = new SpaceTimeDiagram(options.spaceTime);
  }

  add(record: TraceRecord): void {
    this.records++;
    const { time } = record;
    if (!(Math.abs(time) <= MAX_TIME)) {
      this.untimed++;
      return;
    }
    if (time < this.previous) this.unordered++;
    this.previous = time;
    if (time < this.first) this.first = time;
    if (time > this.last) this.last = time;
    this.rates.add('records', time);
    this.take(record);
  }

  /** The run continued without records to this time, if it is known. */
  continueTo(end: number | undefined): void {
    if (end !== undefined && end > this.last) this.last = end;
  }

  /** The report so far; more records may follow. */
  report(): AnalysisReport {
    const collisions = this.collisions.report();
    const { crashes, suspicions, decisions, warnings } = this.notable;
    const robots = this.reportRobots(collisions);
    const processes = this.messages.reportProcesses();
    return {
      totals: this.totals(robots.length, processes.length, collisions.count),
      robots,
      processes,
      collisions,
      messages: this.messages.report(),
      rates: this.rates.report(),
      deliveryOrders: this.orders.report(),
      crashes: crashes.report(),
      suspicions: suspicions.report(),
      decisions: decisions.report(),
      warnings: warnings.report(),
      spaceTime: this.spaceTime.report(),
    };
  }

  private take(record: TraceRecord): void {
    switch (record.type) {
      case 'leg':
        this.robotOf(record).leg(record);
        break;
      case 'motionRequest':
        this.motionRequests++;
        this.rates.add('motionRequests', record.time);
        this.robotOf(record).motionRequest();
        break;
      case 'motionEvent':
        this.robotOf(record).motionEvent(record);
        break;
      case 'motionEnd':
        this.robotOf(record).motionEnd(record);
        if (record.status === 'collided') this.collisions.ended(record);
        break;
      case 'touch':
        this.robotOf(record);
        this.collisions.touched(record);
        break;
      case 'release':
        this.robotOf(record);
        this.collisions.released(record);
        break;
      case 'robot':
      case 'sensorRequest':
      case 'sensorReply':
      case 'sensorEvent':
      case 'effect':
        this.robotOf(record);
        break;
      case 'send':
        this.rates.add('sends', record.time);
        this.messages.send(record);
        this.spaceTime.add(record);
        break;
      case 'deliver':
        this.rates.add('deliveries', record.time);
        this.messages.deliver(record);
        this.orders.deliver(record);
        this.spaceTime.add(record);
        break;
      case 'drop':
        this.rates.add('drops', record.time);
        this.messages.drop(record);
        this.spaceTime.add(record);
        break;
      default:
        this.takeRare(record);
    }
  }

  private takeRare(record: TraceRecord): void {
    switch (record.type) {
      case 'crash':
        this.messages.crash(record.process, record.time);
        this.takeCrash(record);
        break;
      case 'recover':
        this.messages.seen(record.process, record.time);
        this.takeCrash(record);
        break;
      case 'suspect':
        this.messages.seen(record.process, record.time);
        this.notable.suspect(record);
        break;
      case 'decide':
        this.messages.seen(record.process, record.time);
        this.notable.decide(record);
        break;
      case 'protocolEvent':
        this.messages.seen(record.process, record.time);
        this.orders.protocolEvent(record);
        break;
      case 'log':
        this.messages.seen(record.process, record.time);
        break;
      case 'delayed':
        this.delays++;
        break;
      case 'warning':
        this.notable.warning(record);
        break;
      default:
      // The ground, obstacles, objects and commands are counted among the records.
    }
  }

  private takeCrash(record: RecordOf<'crash' | 'recover'>): void {
    this.notable.crash(record);
    this.spaceTime.add(record);
  }

  private robotOf({ robot, time }: { readonly robot: number; readonly time: number }): RobotTally {
    let tally = this.robots.get(robot);
    if (tally === undefined) this.robots.set(robot, (tally = new RobotTally(robot)));
    tally.seen(time);
    return tally;
  }

  private reportRobots(collisions: CollisionsReport): RobotReport[] {
    const collisionsOf = collisionsByRobot(collisions);
    const reports = [...this.robots].map(([id, tally]) => {
      const process = this.messages.process(id);
      return tally.report(this.last, {
        collisions: collisions.count === null ? null : (collisionsOf.get(id) ?? 0),
        messagesSent: process?.messagesSent ?? 0,
        messagesReceived: process?.messagesReceived ?? 0,
        firstSeconds: process?.firstSeconds ?? Infinity,
      });
    });
    return reports.sort((a, b) => a.robot - b.robot);
  }

  private totals(robots: number, processes: number, collisions: number | null): Totals {
    const isEmpty = this.first > this.last;
    return {
      firstSeconds: isEmpty ? null : this.first,
      lastSeconds: isEmpty ? null : this.last,
      spanSeconds: isEmpty ? 0 : this.last - this.first,
      records: this.records,
      untimedRecords: this.untimed,
      unorderedRecords: this.unordered,
      robots,
      processes,
      motionRequests: this.motionRequests,
      collisions,
      delays: this.delays,
    };
  }
}

/** A robot that is run into collides as well. */
function collisionsByRobot({ pairs }: CollisionsReport): Map<number, number> {
  const byRobot = new Map<number, number>();
  const add = (robot: number, collisions: number): void => {
    byRobot.set(robot, (byRobot.get(robot) ?? 0) + collisions);
  };
  for (const { robot, partnerKind, partner, collisions } of pairs) {
    add(robot, collisions);
    if (partnerKind === 'robot' && partner !== robot) add(partner, collisions);
  }
  return byRobot;
}

/** Analyses all records of a run. */
export async function analyse(
  records: Iterable<TraceRecord> | AsyncIterable<TraceRecord>,
  options: AnalyzerOptions = {},
): Promise<AnalysisReport> {
  const analyzer = new Analyzer(options);
  // Records in memory are read without a promise per record.
  if (Symbol.iterator in records) for (const record of records) analyzer.add(record);
  else for await (const record of records) analyzer.add(record);
  return analyzer.report();
}
