/**
 * What an analysis finds out, as plain data: it goes through JSON and comes back the same. Units are in the names, times are
 * simulated seconds, ids are those of the log; null is "there is nothing to say", never 0.
 */

export interface AnalysisReport {
  readonly totals: Totals;
  /** By id. */
  readonly robots: readonly RobotReport[];
  /** By id. */
  readonly processes: readonly ProcessReport[];
  readonly collisions: CollisionsReport;
  readonly messages: MessagesReport;
  readonly rates: RatesReport;
  /** One for each protocol whose deliveries were compared; one for the network if no protocol notes deliveries. */
  readonly deliveryOrders: readonly DeliveryOrderReport[];
  readonly crashes: Listed<CrashReport>;
  readonly suspicions: Listed<SuspicionReport>;
  readonly decisions: Listed<DecisionReport>;
  readonly warnings: Listed<WarningReport>;
  readonly spaceTime: SpaceTimeReport;
}

export interface Totals {
  /** Null if there are no records. */
  readonly firstSeconds: number | null;
  readonly lastSeconds: number | null;
  readonly spanSeconds: number;
  readonly records: number;
  /** Among them, records whose time is no number, or beyond all that a run can reach: they are left out of everything else. */
  readonly untimedRecords: number;
  /** Among them, records with an earlier time than the one before. */
  readonly unorderedRecords: number;
  readonly robots: number;
  readonly processes: number;
  readonly motionRequests: number;
  /** Null if the log does not tell. */
  readonly collisions: number | null;
  /** Number of times that a robot was held back because its motions kept ending in contact. */
  readonly delays: number;
}

export interface RobotReport {
  readonly robot: number;
  readonly firstSeconds: number;
  /** From its first record to the last one of the log: turning, moving and idle together. */
  readonly presentSeconds: number;
  readonly turningSeconds: number;
  /** Arcs and curves too, on which it also turns. */
  readonly movingSeconds: number;
  readonly idleSeconds: number;
  readonly distanceMetres: number;
  /**
   * `legs`: the length of what was really travelled. `events`: from what motions were to do and where they ended, which
   * is the same for lines and arcs up to the decimals of the log.
   */
  readonly distanceFrom: 'legs' | 'events';
  /** Whether a part of it is only an upper bound: a curve, known by its largest speed. */
  readonly distanceIsEstimate: boolean;
  /** Null if it never moves. */
  readonly meanSpeedMetresPerSecond: number | null;
  readonly motions: MotionCounts;
  /** Also those in which it stood and was run into. Null if the log does not tell. */
  readonly collisions: number | null;
  readonly messagesSent: number;
  readonly messagesReceived: number;
}

/** Motions by how they ended; `begun` is the sum of the others. */
export interface MotionCounts {
  readonly begun: number;
  readonly finished: number;
  readonly collided: number;
  /** Also by another motion in their place, whose beginning then tells of it. */
  readonly replaced: number;
  readonly stopped: number;
  /** Pushes that made no progress (rigid dynamics). */
  readonly blocked: number;
  readonly underWay: number;
}

export interface ProcessReport {
  readonly process: number;
  readonly messagesSent: number;
  readonly copiesSent: number;
  /** Copies, duplicates too. */
  readonly messagesReceived: number;
  /** Copies for it that were lost. */
  readonly messagesDropped: number;
  readonly crashes: number;
}

export interface CollisionsReport {
  /** Contacts that ended at least one motion, counted once per pair from touch to release. Null if the log does not tell. */
  readonly count: number | null;
  /** Motions that ended in contact with a party that is not on record, as in a Neko log. */
  readonly endsWithoutPartner: number;
  /** The pair that collided most often comes first. */
  readonly pairs: readonly PairReport[];
}

export interface PairReport {
  readonly robot: number;
  readonly partnerKind: 'robot' | 'obstacle';
  readonly partner: number;
  readonly collisions: number;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
}

export interface MessagesReport {
  readonly all: TrafficCounts;
  /** By protocol, then by type. */
  readonly byType: readonly TypeReport[];
}

export interface TypeReport extends TrafficCounts {
  /** Null if it is not known: a copy is lost whose sending is not in the log. */
  readonly protocol: string | null;
  readonly messageType: string;
}

/** `copies` = `delivered` + `dropped` + `underWay`; what goes beyond what was sent is counted apart. */
export interface TrafficCounts {
  readonly messages: number;
  /** One for each destination. */
  readonly copies: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Neither delivered nor known to be lost at the end of the log. */
  readonly underWay: number;
  readonly droppedByReason: readonly ReasonCount[];
  /** Copies beyond those that were sent: a network that duplicates. */
  readonly duplicatesDelivered: number;
  readonly duplicatesDropped: number;
  /** Their sending is not in the log. */
  readonly deliveredWithoutSend: number;
  readonly droppedWithoutSend: number;
  /** Copies that arrived before they were sent, by the clocks of the log: they are not in the latency. */
  readonly deliveredBeforeSend: number;
  readonly latency: LatencyReport;
}

export interface ReasonCount {
  readonly reason: string;
  readonly copies: number;
}

/** Of the copies that were delivered, duplicates left out. */
export interface LatencyReport {
  readonly count: number;
  readonly meanSeconds: number | null;
  /** With n - 1; null of fewer than two. */
  readonly standardDeviationSeconds: number | null;
  readonly minSeconds: number | null;
  readonly maxSeconds: number | null;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  readonly p99Seconds: number | null;
  /** `exact`: all values were kept, and quantiles lie between two of them as in R and NumPy; `sketch`: see below. */
  readonly quantiles: 'exact' | 'sketch';
  /** How far a quantile of a sketch is from a value of that rank at most, as a share of it; 0 if exact. */
  readonly quantileRelativeError: number;
  readonly histogram: HistogramReport;
}

/** Bins of equal width, the first from `startSeconds` on; no bins if there are no values. */
export interface HistogramReport {
  readonly startSeconds: number;
  readonly binSeconds: number;
  readonly counts: readonly number[];
}

/** How many there were in each bin of time; all lists have the same length, 200 at most. */
export interface RatesReport {
  readonly startSeconds: number;
  readonly binSeconds: number;
  readonly records: readonly number[];
  readonly motionRequests: readonly number[];
  readonly collisions: readonly number[];
  readonly sends: readonly number[];
  readonly deliveries: readonly number[];
  readonly drops: readonly number[];
}

export interface DeliveryOrderReport {
  /** Null for the network: messages to several processes, as they arrived. */
  readonly protocol: string | null;
  readonly deliveries: number;
  /** The first so many are compared; fewer than `deliveries` if there were too many to keep. */
  readonly comparedDeliveries: number;
  readonly processes: number;
  /** Ids of those that are compared, the lowest ones if there are too many. */
  readonly comparedProcesses: readonly number[];
  /** Of the compared processes, each with each, lower id first. */
  readonly pairs: readonly OrderPairReport[];
}

export interface OrderPairReport {
  readonly a: number;
  readonly b: number;
  /** Of what is meant for both: two equal sequences; one that is the start of the other; or neither. */
  readonly relation: 'equal' | 'aIsPrefix' | 'bIsPrefix' | 'differ';
  /** So many deliveries, from the first on, are the same. */
  readonly commonPrefix: number;
  /** Where they differ first: the place, counted from 1, and who delivers what there (null: nothing more). */
  readonly firstDifference: { readonly place: number; readonly atA: string | null; readonly atB: string | null } | null;
  readonly missingAtA: MissingReport;
  readonly missingAtB: MissingReport;
  /** Whether what both delivered was delivered in one order. */
  readonly ordersAgree: boolean;
  /** The first two messages that both delivered and not in one order: where a has one, b has the other. */
  readonly firstDisorder: { readonly atA: string; readonly atB: string } | null;
}

/** What the other has delivered and it has not. */
export interface MissingReport {
  readonly count: number;
  /** The first few, by name: `origin;number`. */
  readonly examples: readonly string[];
}

/** The first of them, and how many there are. */
export interface Listed<T> {
  readonly count: number;
  readonly first: readonly T[];
}

export interface CrashReport {
  readonly timeSeconds: number;
  readonly process: number;
  readonly event: 'crash' | 'recover';
}

export interface SuspicionReport {
  readonly timeSeconds: number;
  readonly process: number;
  readonly detector: string;
  readonly other: number;
  readonly isSuspected: boolean;
}

export interface DecisionReport {
  readonly timeSeconds: number;
  readonly process: number;
  readonly protocol: string;
  readonly instance: number;
  /** As JSON, the beginning of it if it is long. */
  readonly value: string;
}

export interface WarningReport {
  readonly timeSeconds: number;
  readonly robot: number | null;
  readonly text: string;
}

/** Messages between processes in a stretch of time, for a picture. */
export interface SpaceTimeReport {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** By id: those that have a part in what is shown. */
  readonly processes: readonly number[];
  /** In the order in which they were sent, as far as they are kept. */
  readonly arrows: readonly ArrowReport[];
  /** Copies in that stretch that are not among the arrows. */
  readonly copiesLeftOut: number;
  readonly crashes: readonly CrashReport[];
  readonly crashesLeftOut: number;
}

/** One copy of a message. */
export interface ArrowReport {
  readonly from: number;
  readonly to: number;
  readonly message: number;
  readonly messageType: string;
  readonly sentSeconds: number;
  /** When it arrived or was lost; null while it is under way. */
  readonly endSeconds: number | null;
  readonly fate: 'delivered' | 'dropped' | 'underWay';
}
