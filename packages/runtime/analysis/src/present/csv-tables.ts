import type { AnalysisReport } from '../report.js';
import { type Cell, csvLine } from '../tables/csv.js';

/** A column: its name, with the unit, and its cell in a row. */
type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => Cell])[];

type RobotRow = AnalysisReport['robots'][number];
type PairRow = AnalysisReport['collisions']['pairs'][number];
type TypeRow = AnalysisReport['messages']['byType'][number];

const ROBOTS: Columns<RobotRow> = [
  ['robot', (row) => row.robot],
  ['distance_m', (row) => row.distanceMetres],
  ['distance_from', (row) => row.distanceFrom],
  ['distance_is_estimate', (row) => row.distanceIsEstimate],
  ['mean_speed_m_s', (row) => row.meanSpeedMetresPerSecond],
  ['first_s', (row) => row.firstSeconds],
  ['present_s', (row) => row.presentSeconds],
  ['turning_s', (row) => row.turningSeconds],
  ['moving_s', (row) => row.movingSeconds],
  ['idle_s', (row) => row.idleSeconds],
  ['motions', (row) => row.motions.begun],
  ['finished', (row) => row.motions.finished],
  ['collided', (row) => row.motions.collided],
  ['replaced', (row) => row.motions.replaced],
  ['stopped', (row) => row.motions.stopped],
  ['blocked', (row) => row.motions.blocked],
  ['under_way', (row) => row.motions.underWay],
  ['collisions', (row) => row.collisions],
  ['messages_sent', (row) => row.messagesSent],
  ['messages_received', (row) => row.messagesReceived],
];

const PAIRS: Columns<PairRow> = [
  ['robot', (row) => row.robot],
  ['partner_kind', (row) => row.partnerKind],
  ['partner', (row) => row.partner],
  ['collisions', (row) => row.collisions],
  ['first_s', (row) => row.firstSeconds],
  ['last_s', (row) => row.lastSeconds],
];

const MESSAGES: Columns<TypeRow> = [
  ['protocol', (row) => row.protocol],
  ['message_type', (row) => row.messageType],
  ['messages', (row) => row.messages],
  ['copies', (row) => row.copies],
  ['delivered', (row) => row.delivered],
  ['dropped', (row) => row.dropped],
  ['under_way', (row) => row.underWay],
  ['duplicates_delivered', (row) => row.duplicatesDelivered],
  ['duplicates_dropped', (row) => row.duplicatesDropped],
  ['delivered_without_send', (row) => row.deliveredWithoutSend],
  ['dropped_without_send', (row) => row.droppedWithoutSend],
  ['delivered_before_send', (row) => row.deliveredBeforeSend],
];

const LATENCY: Columns<TypeRow> = [
  ['protocol', (row) => row.protocol],
  ['message_type', (row) => row.messageType],
  ['count', (row) => row.latency.count],
  ['mean_s', (row) => row.latency.meanSeconds],
  ['sd_s', (row) => row.latency.standardDeviationSeconds],
  ['min_s', (row) => row.latency.minSeconds],
  ['median_s', (row) => row.latency.medianSeconds],
  ['p90_s', (row) => row.latency.p90Seconds],
  ['p99_s', (row) => row.latency.p99Seconds],
  ['max_s', (row) => row.latency.maxSeconds],
  ['quantiles', (row) => row.latency.quantiles],
  ['quantile_relative_error', (row) => row.latency.quantileRelativeError],
];

/** The report as tables for other programs, by the names of files. */
export function csvTables(report: AnalysisReport): Map<string, string> {
  return new Map([
    ['robots.csv', csvOf(ROBOTS, report.robots)],
    ['pairs.csv', csvOf(PAIRS, report.collisions.pairs)],
    ['messages.csv', csvOf(MESSAGES, report.messages.byType)],
    ['latency.csv', csvOf(LATENCY, report.messages.byType)],
  ]);
}

function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => csvLine(columns.map(([, cell]) => cell(row))));
  return csvLine(columns.map(([name]) => name)) + lines.join('');
}
