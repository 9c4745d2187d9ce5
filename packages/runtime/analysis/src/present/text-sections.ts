/** The parts of a report for a terminal, each a list of lines; empty if there is no content. */
import { escapeText } from '@kineko/formats/problem';
import type { AnalysisReport, DeliveryOrderReport, HistogramReport, TrafficCounts } from '../report.js';
import { counted, duration, instant, percent, plural, significant } from './numbers.js';
import { cutOf, differencesOf, MATRIX_KEY, matrixOf, titleOf } from './order-words.js';
import { shortened, wrapped } from './plain-text.js';
import { bar, columns, joined } from './text-charts.js';
import { lengthOf, table } from './text-table.js';
import { collisionsCell, collisionsText, partnerName, remarksOn, remarksOnCollisions } from './words.js';

/** Maximum number of rows of a table. */
const MAX_ROWS = 30;
/** Maximum number of differences that are described; the matrix shows all pairs, and JSON has all differences. */
const MAX_DIFFERENCES = 5;
const BAR_WIDTH = 16;
const CHART_HEIGHT = 4;

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

type SectionOf = (report: AnalysisReport, width: number) => Section;

const run: SectionOf = ({ totals, crashes, suspicions, decisions }) => {
  const { firstSeconds, lastSeconds, spanSeconds, records, untimedRecords, unorderedRecords } = totals;
  const lines = [
    `from ${instant(firstSeconds)} s to ${instant(lastSeconds)} s (${duration(spanSeconds)}), ${plural(records, 'record')}`,
    [
      plural(totals.robots, 'robot'),
      plural(totals.processes, 'process', 'processes'),
      plural(totals.motionRequests, 'motion request'),
      collisionsText(totals),
      ...(totals.delays > 0 ? [plural(totals.delays, 'delay')] : []),
    ].join(', '),
  ];
  if (crashes.count + suspicions.count + decisions.count > 0) {
    lines.push(
      [
        plural(crashes.count, 'crash or recovery', 'crashes and recoveries'),
        plural(suspicions.count, 'suspicion'),
        plural(decisions.count, 'decision'),
      ].join(', '),
    );
  }
  if (untimedRecords > 0) lines.push(`${plural(untimedRecords, 'record')} without a time, left out`);
  if (unorderedRecords > 0) lines.push(`${plural(unorderedRecords, 'record')} earlier than the one before`);
  return { title: 'Run', lines };
};

const travel: SectionOf = ({ robots }, width) => {
  const longest = Math.max(0, ...robots.map(({ distanceMetres }) => distanceMetres));
  const rows = robots
    .slice(0, MAX_ROWS)
    .map((robot) => [
      String(robot.robot),
      (robot.distanceIsEstimate ? '≤ ' : '') + significant(robot.distanceMetres, 4),
      bar(robot.distanceMetres, longest, BAR_WIDTH),
      significant(robot.meanSpeedMetresPerSecond),
      percent(robot.turningSeconds, robot.presentSeconds),
      percent(robot.movingSeconds, robot.presentSeconds),
      percent(robot.idleSeconds, robot.presentSeconds),
    ]);
  const titles = ['robot', 'metres', '', 'm/s', 'turning %', 'moving %', 'idle %'];
  const lines = table(
    titles.map((title, i) => ({ title, isText: i === 2 })),
    rows,
    width,
  );
  return { title: 'Travel', lines: robots.length === 0 ? [] : [...lines, ...rest(robots.length)] };
};

const motions: SectionOf = ({ robots }, width) => {
  // Only pushes end as blocked; without any the table fits into 80 columns.
  const hasBlocked = robots.some((robot) => robot.motions.blocked > 0);
  const rows = robots.slice(0, MAX_ROWS).map((robot) => {
    const { begun, finished, collided, replaced, stopped, blocked, underWay } = robot.motions;
    const { collisions, messagesSent, messagesReceived } = robot;
    const ends = [finished, collided, replaced, stopped, ...(hasBlocked ? [blocked] : [])];
    const counts = [begun, ...ends, underWay].map(counted);
    const messages = [messagesSent, messagesReceived].map(counted);
    return [String(robot.robot), ...counts, collisionsCell(collisions), ...messages];
  });
  const ends = ['finished', 'collided', 'replaced', 'stopped', ...(hasBlocked ? ['blocked'] : [])];
  const titles = ['robot', 'motions', ...ends, 'going', 'hits', 'sent', 'recv'];
  const lines = table(
    titles.map((title) => ({ title })),
    rows,
    width,
  );
  return { title: 'Motions', lines: robots.length === 0 ? [] : [...lines, ...rest(robots.length)] };
};

const collisions: SectionOf = ({ collisions: report }, width) => {
  const { pairs } = report;
  const rows = pairs
    .slice(0, MAX_ROWS)
    .map((pair) => [
      `robot ${pair.robot}`,
      partnerName(pair),
      counted(pair.collisions),
      instant(pair.firstSeconds),
      instant(pair.lastSeconds),
    ]);
  const texts = [
    { title: 'robot', isText: true },
    { title: 'with', isText: true },
  ];
  const lines = table([...texts, { title: 'times' }, { title: 'first (s)' }, { title: 'last (s)' }], rows, width);
  return {
    title: 'Collisions',
    lines: [
      ...(pairs.length === 0 ? [] : [...lines, ...rest(pairs.length)]),
      ...remarksOnCollisions(report).flatMap((remark) => wrapped(remark, width)),
    ],
  };
};

const messages: SectionOf = ({ messages: { all, byType } }, width) => {
  if (byType.length === 0) return { title: 'Messages', lines: [] };
  const rowOf = (name: string, counts: TrafficCounts): string[] => [
    escapeText(name),
    ...[counts.messages, counts.copies, counts.delivered, counts.dropped, counts.underWay].map(counted),
    duration(counts.latency.meanSeconds),
    duration(counts.latency.p99Seconds),
  ];
  const rows = byType
    .slice(0, MAX_ROWS)
    .map((type) => rowOf(type.protocol ? `${type.protocol} ${type.messageType}` : type.messageType, type));
  if (byType.length > 1) rows.push(rowOf('all', all));
  const titles = ['type', 'sent', 'copies', 'delivered', 'dropped', 'under way', 'mean', 'p99'];
  const lines = table(
    titles.map((title, i) => ({ title, isText: i === 0 })),
    rows,
    width,
  );
  return { title: 'Messages', lines: [...lines, ...rest(byType.length), ...remarksOn(all).map(escapeText)] };
};

const latency: SectionOf = ({ messages: { all } }, width) => {
  const { latency: of } = all;
  if (of.count === 0) return { title: 'Latency', lines: [] };
  const { minSeconds, medianSeconds, p90Seconds, p99Seconds, maxSeconds, meanSeconds, standardDeviationSeconds } = of;
  return {
    title: 'Latency',
    lines: [
      `mean ${duration(meanSeconds)}, standard deviation ${duration(standardDeviationSeconds)}, of ${plural(of.count, 'copy', 'copies')}`,
      `min ${duration(minSeconds)}, median ${duration(medianSeconds)}, p90 ${duration(p90Seconds)}, ` +
        `p99 ${duration(p99Seconds)}, max ${duration(maxSeconds)}` +
        (of.quantiles === 'sketch' ? ` (quantiles to ${100 * of.quantileRelativeError} %)` : ''),
      ...histogram(of.histogram, width),
    ],
  };
};

function histogram({ startSeconds, binSeconds, counts }: HistogramReport, width: number): string[] {
  if (counts.length < 2) return [];
  const shown = joined(counts, width);
  const end = startSeconds + binSeconds * counts.length;
  return [...columns(shown, CHART_HEIGHT).map((line) => line.trimEnd()), ends(startSeconds, end, shown.length)];
}

function ends(from: number, to: number, width: number): string {
  const [left, right] = [duration(from), duration(to)];
  return left + ' '.repeat(Math.max(1, width - left.length - right.length)) + right;
}

const rates: SectionOf = ({ rates: given }, width) => {
  const { startSeconds, binSeconds, records } = given;
  if (records.length < 2) return { title: 'Over time', lines: [] };
  const named = [
    ['records', records],
    ['requests', given.motionRequests],
    ['collisions', given.collisions],
    ['sent', given.sends],
    ['delivered', given.deliveries],
    ['dropped', given.drops],
  ] as const;
  const label = 12;
  const lines = named
    .filter(([, counts]) => counts.some((count) => count > 0))
    .map(([name, counts]) => {
      const shown = joined(counts, Math.max(10, width - label));
      return `${name.padEnd(label)}${columns(shown, 1)[0]!}`.trimEnd();
    });
  const drawn = joined(records, Math.max(10, width - label)).length;
  const axis = ends(startSeconds, startSeconds + binSeconds * records.length, drawn);
  return { title: `Over time (bins of ${duration(binSeconds)})`, lines: [...lines, ' '.repeat(label) + axis] };
};

const orders: SectionOf = ({ deliveryOrders }, width) => {
  const lines = deliveryOrders.flatMap((order) => {
    const differences = differencesOf(order);
    return [
      `${escapeText(titleOf(order))}: ${plural(order.deliveries, 'delivery', 'deliveries')}`,
      ...matrix(order, width),
      ...[MATRIX_KEY, ...differences.slice(0, MAX_DIFFERENCES)].flatMap((text) => wrapped(escapeText(text), width)),
      ...rest(differences.length, Math.min(differences.length, MAX_DIFFERENCES)),
      ...cutOf(order).flatMap((text) => wrapped(text, width)),
    ];
  });
  return { title: 'Order of delivery', lines };
};

/** The part of the matrix that fits the width. */
function matrix(order: DeliveryOrderReport, width: number): string[] {
  const cells = matrixOf(order);
  const ids = order.comparedProcesses.map((id) => `p${id}`);
  const widest = Math.max(0, ...ids.map(lengthOf), ...cells.flat().map(lengthOf));
  const shown = Math.max(1, Math.floor(width / (widest + 2)) - 1);
  const titles = [{ title: '', isText: true }, ...ids.slice(0, shown).map((title) => ({ title }))];
  const rows = cells.slice(0, shown).map((row, i) => [ids[i]!, ...row.slice(0, shown)]);
  return [...table(titles, rows, width), ...rest(ids.length, Math.min(shown, ids.length))];
}

const events: SectionOf = ({ crashes, suspicions, decisions }, width) => {
  const told = [
    ...crashes.first.map(({ timeSeconds, process, event }) => ({
      timeSeconds,
      text: `p${process} ${event === 'crash' ? 'crashes' : 'recovers'}`,
    })),
    ...suspicions.first.map(({ timeSeconds, process, detector, other, isSuspected }) => ({
      timeSeconds,
      text: `p${process} ${isSuspected ? 'suspects' : 'trusts'} p${other} (${detector})`,
    })),
    ...decisions.first.map(({ timeSeconds, process, protocol, instance, value }) => ({
      timeSeconds,
      text: `p${process} decides ${value} in ${protocol} ${instance}`,
    })),
  ].sort((a, b) => a.timeSeconds - b.timeSeconds);
  const shown = told.slice(0, MAX_ROWS);
  const all = crashes.count + suspicions.count + decisions.count;
  return { title: 'Crashes, suspicions, decisions', lines: [...dated(shown, width), ...rest(all, shown.length)] };
};

const warnings: SectionOf = ({ warnings: { count, first } }, width) => {
  const shown = first.slice(0, MAX_ROWS);
  return { title: 'Warnings', lines: [...dated(shown, width), ...rest(count, shown.length)] };
};

function dated(told: readonly { readonly timeSeconds: number; readonly text: string }[], width: number): string[] {
  return told.flatMap(({ timeSeconds, text }) => wrapped(`${instant(timeSeconds)} s: ${escapeText(text)}`, width));
}

/** The number of rows left out. */
function rest(count: number, shown = Math.min(count, MAX_ROWS)): string[] {
  return count > shown ? [`… and ${counted(count - shown)} more`] : [];
}

const SECTIONS: readonly SectionOf[] = [
  run,
  travel,
  motions,
  collisions,
  messages,
  latency,
  rates,
  orders,
  events,
  warnings,
];

/** No line is longer than `width`. */
export function sectionsOf(report: AnalysisReport, width: number): Section[] {
  return SECTIONS.map((section) => section(report, width))
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title, lines: lines.map((line) => shortened(line, width)) }));
}
