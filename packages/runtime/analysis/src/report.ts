/**
 * The report of an analysis, as plain data that JSON preserves. Units are in the names, times are simulated seconds, ids are
 * those of the log; null means "unknown" or "none", never 0.
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
  /** Records among them without a valid time; nothing else counts them. */
  readonly untimedRecords: number;
  /** Records among them with an earlier time than their predecessor. */
  readonly unorderedRecords: number;
  readonly robots: number;
  readonly processes: number;
  readonly motionRequests: number;
  /** Null if the log does not show it. */
  readonly collisions: number | null;
  /** Number of times that a robot was held back because its motions kept ending in contact. */
  readonly delays: number;
}

export interface RobotReport {
  readonly robot: number;
  readonly firstSeconds: number;
  /** From its first record to the last record of the log: the sum of turning, moving and idle time. */
  readonly presentSeconds: number;
  readonly turningSeconds: number;
  /** Arcs and curves too, on which it also turns. */
  readonly movingSeconds: number;
  readonly idleSeconds: number;
  readonly distanceMetres: number;
  /**
   * `legs`: the exact length of the trajectory. `events`: derived from the requests of motions and where they ended, which
   * is the same for lines and arcs up to the decimals of the log.
   */
  readonly distanceFrom: 'legs' | 'events';
  /** Whether a part of it is only an upper bound: a curve of which the log has the maximum speed only. */
  readonly distanceIsEstimate: boolean;
  /** Null if it never moves. */
  readonly meanSpeedMetresPerSecond: number | null;
  readonly motions: MotionCounts;
  /** Including those in which it stood and was run into. Null if the log does not show it. */
  readonly collisions: number | null;
  readonly messagesSent: number;
  readonly messagesReceived: number;
}

/** Motions by outcome; `begun` is the sum of the others. */
export interface MotionCounts {
  readonly begun: number;
  readonly finished: number;
  readonly collided: number;
  /** Including motions that the log shows only by the start of their successor. */
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
  /** Copies, including duplicates. */
  readonly messagesReceived: number;
  /** Copies for it that were lost. */
  readonly messagesDropped: number;
  readonly crashes: number;
}

export interface CollisionsReport {
  /** Contacts that ended at least one motion, counted once per pair from touch to release. Null if the log does not show it. */
  readonly count: number | null;
  /** Motions that ended in contact with a party that was not recorded, as in a Neko log. */
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
  /** Null if unknown: the sending of a lost copy is not in the log. */
  readonly protocol: string | null;
  readonly messageType: string;
}

/** `copies` = `delivered` + `dropped` + `underWay`; additional copies are counted separately. */
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
  /** Copies whose sending is not in the log. */
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

/** Latency of the delivered copies, without duplicates. */
export interface LatencyReport {
  readonly count: number;
  readonly meanSeconds: number | null;
  /** With n - 1; null for fewer than two values. */
  readonly standardDeviationSeconds: number | null;
  readonly minSeconds: number | null;
  readonly maxSeconds: number | null;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  readonly p99Seconds: number | null;
  /** `exact`: interpolated between the values, as in R and NumPy; `sketch`: see below. */
  readonly quantiles: 'exact' | 'sketch';
  /** Maximum relative error of a quantile of a sketch; 0 if exact. */
  readonly quantileRelativeError: number;
  readonly histogram: HistogramReport;
}

/** Bins of equal width, the first from `startSeconds` on; no bins if there are no values. */
export interface HistogramReport {
  readonly startSeconds: number;
  readonly binSeconds: number;
  readonly counts: readonly number[];
}

/** Counts per bin of time; all lists have the same length, at most 200. */
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
  /** Number of compared deliveries, from the first on; less than `deliveries` if there were too many to store. */
  readonly comparedDeliveries: number;
  readonly processes: number;
  /** Ids of those that are compared, the lowest ones if there are too many. */
  readonly comparedProcesses: readonly number[];
  /** All pairs of compared processes, lower id first. */
  readonly pairs: readonly OrderPairReport[];
}

export interface OrderPairReport {
  readonly a: number;
  readonly b: number;
  /** Relation of the two sequences of messages addressed to both. */
  readonly relation: 'equal' | 'aIsPrefix' | 'bIsPrefix' | 'differ';
  /** Number of equal deliveries from the first on. */
  readonly commonPrefix: number;
  /** The first difference: the position, counted from 1, and the message there at each process (null: none left). */
  readonly firstDifference: { readonly place: number; readonly atA: string | null; readonly atB: string | null } | null;
  readonly missingAtA: MissingReport;
  readonly missingAtB: MissingReport;
  /** Whether both delivered their common messages in the same order. */
  readonly ordersAgree: boolean;
  /** The first position where the common messages are in different orders: the message at a and the message at b. */
  readonly firstDisorder: { readonly atA: string; readonly atB: string } | null;
}

/** Messages that only the other process delivered. */
export interface MissingReport {
  readonly count: number;
  /** The first few, by name: `origin;number`. */
  readonly examples: readonly string[];
}

/** The first items, and the number of all. */
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

/** Messages between processes in a time interval, for a picture. */
export interface SpaceTimeReport {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The processes that are shown, by id. */
  readonly processes: readonly number[];
  /** In the order of sending, up to the limit. */
  readonly arrows: readonly ArrowReport[];
  /** Copies in that interval that are not among the arrows. */
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
  /** Time of arrival or loss; null while the copy is in transit. */
  readonly endSeconds: number | null;
  readonly fate: 'delivered' | 'dropped' | 'underWay';
}
