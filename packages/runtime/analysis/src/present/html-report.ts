import type { AnalysisReport, RobotReport, TrafficCounts } from '../report.js';
import { barChart, columnChart, lineChart, shareChart } from './charts.js';
import { figure, type HtmlColumn, htmlTable, list, page, paragraph, section } from './html.js';
import { counted, duration, instant, percent, plural, significant } from './numbers.js';
import { cutOf, differencesOf, MATRIX_KEY, matrixOf, titleOf } from './order-words.js';
import { loadPlotting, type Plotting } from './plotting.js';
import { spaceTimeSvg } from './space-time-svg.js';
import { STYLE } from './svg.js';
import { collisionsCell, collisionsText, partnerName, remarksOn, remarksOnCollisions } from './words.js';

export interface HtmlReportOptions {
  /** Default: Analysis of a run. */
  readonly title?: string | undefined;
}

/** Maximum number of rows of a table; the CSV tables have all rows. */
const MAX_ROWS = 500;

/** Up to this number of robots have a bar each; beyond it, a histogram shows the distances travelled. */
const MAX_BARS = 60;
const BINS = 40;

/** A self-contained page with tables and charts, without scripts, for light and dark themes. */
export async function htmlReport(
  report: AnalysisReport,
  { title = 'Analysis of a run' }: HtmlReportOptions = {},
): Promise<string> {
  const plotting = await loadPlotting();
  const body = [
    summary(report),
    robots(report, plotting),
    collisions(report),
    messages(report, plotting),
    spaceTime(report),
    orders(report),
    events(report),
    warnings(report),
  ].join('\n');
  return page({ title, style: STYLE + PAGE_STYLE, body });
}

const PAGE_STYLE = [
  'body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:76rem;margin:0 auto;padding:1.5rem}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}',
  '.scroll{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}',
  'caption{text-align:left;color:var(--faint);padding-bottom:.3rem}',
  'th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}',
  'th.text,td.text{text-align:left}thead th{border-bottom-width:2px}tbody th{font-weight:normal}',
  'figure{margin:1.5rem 0;overflow-x:auto}figcaption{color:var(--faint)}',
].join('');

function summary({ totals }: AnalysisReport): string {
  const { firstSeconds, lastSeconds, spanSeconds, records, untimedRecords, unorderedRecords } = totals;
  const lines = [
    `From ${instant(firstSeconds)} s to ${instant(lastSeconds)} s (${duration(spanSeconds)}): ${plural(records, 'record')}.`,
    `${plural(totals.robots, 'robot')}, ${plural(totals.processes, 'process', 'processes')}, ` +
      `${plural(totals.motionRequests, 'motion request')}, ${collisionsText(totals)}` +
      `${totals.delays > 0 ? `, ${plural(totals.delays, 'delay')}` : ''}.`,
  ];
  if (untimedRecords > 0) lines.push(`${plural(untimedRecords, 'record')} without a time, left out.`);
  if (unorderedRecords > 0) lines.push(`${plural(unorderedRecords, 'record')} earlier than the one before.`);
  return section('Run', ...lines.map(paragraph));
}

function robots({ robots: all }: AnalysisReport, plotting: Plotting): string {
  if (all.length === 0) return '';
  const titles = ['robot', 'metres', 'm/s', 'turning %', 'moving %', 'idle %', 'motions'];
  const more = [
    'finished',
    'collided',
    'replaced',
    'stopped',
    'blocked',
    'under way',
    'collisions',
    'sent',
    'received',
  ];
  const rows = all
    .slice(0, MAX_ROWS)
    .map((robot) => [
      String(robot.robot),
      (robot.distanceIsEstimate ? '≤ ' : '') + metres(robot.distanceMetres),
      significant(robot.meanSpeedMetresPerSecond),
      ...[robot.turningSeconds, robot.movingSeconds, robot.idleSeconds].map((part) =>
        percent(part, robot.presentSeconds),
      ),
      ...countsOf(robot),
    ]);
  return section(
    'Robots',
    figure('Distance travelled', distances(all, plotting)),
    figure('Time spent', shares(all, plotting)),
    htmlTable('Each robot', ...withoutZeros([...titles, ...more], rows)),
    ...rest(all.length),
  );
}

/** Without the columns in which every robot has 0, so that the table fits the page. */
function withoutZeros(titles: readonly string[], rows: readonly (readonly string[])[]): [HtmlColumn[], string[][]] {
  const kept = titles.map((_, i) => i).filter((i) => i === 0 || rows.some((row) => row[i] !== '0' && row[i] !== '0.0'));
  return [kept.map((i) => ({ title: titles[i]! })), rows.map((row) => kept.map((i) => row[i]!))];
}

/** Below a nanometre there is only rounding. */
function metres(value: number): string {
  return Math.abs(value) < 1e-9 ? '0' : significant(value, 5);
}

function countsOf({ motions, collisions: times, messagesSent, messagesReceived }: RobotReport): string[] {
  const { begun, finished, collided, replaced, stopped, blocked, underWay } = motions;
  const counts = [begun, finished, collided, replaced, stopped, blocked, underWay].map(counted);
  return [...counts, collisionsCell(times), counted(messagesSent), counted(messagesReceived)];
}

function distances(all: readonly RobotReport[], plotting: Plotting): string {
  if (all.length <= MAX_BARS) {
    const rows = all.map(({ robot, distanceMetres }) => ({ name: `robot ${robot}`, value: distanceMetres }));
    return barChart(plotting, 'Distance that each robot travelled', 'm', rows);
  }
  const counts = new Array<number>(BINS).fill(0);
  const longest = all.reduce((most, { distanceMetres }) => Math.max(most, distanceMetres), 0);
  for (const { distanceMetres } of all) {
    counts[longest > 0 ? Math.min(BINS - 1, Math.floor((distanceMetres / longest) * BINS)) : 0]!++;
  }
  const bins = { start: 0, width: longest / BINS, counts };
  return columnChart(plotting, 'How many robots travelled how far', (metres) => `${significant(metres)} m`, bins);
}

function shares(all: readonly RobotReport[], plotting: Plotting): string {
  const partsOf = (some: readonly RobotReport[]): number[] =>
    some.reduce(
      ([turning, moving, idle], robot) => [
        turning! + robot.turningSeconds,
        moving! + robot.movingSeconds,
        idle! + robot.idleSeconds,
      ],
      [0, 0, 0],
    );
  const each =
    all.length <= MAX_BARS ? all.map((robot) => ({ name: `robot ${robot.robot}`, parts: partsOf([robot]) })) : [];
  const rows = [...each, { name: 'all', parts: partsOf(all) }];
  return shareChart(plotting, 'Shares of turning, moving and idle time', ['turning', 'moving', 'idle'], rows);
}

function collisions({ collisions: report }: AnalysisReport): string {
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
    { title: 'who', isText: true },
    { title: 'with', isText: true },
  ];
  const columns = [...texts, { title: 'times' }, { title: 'first (s)' }, { title: 'last (s)' }];
  return section(
    'Collisions',
    htmlTable('Collisions by pair', columns, rows),
    ...rest(pairs.length),
    ...remarksOnCollisions(report).map(paragraph),
  );
}

function messages({ messages: { all, byType }, rates }: AnalysisReport, plotting: Plotting): string {
  if (byType.length === 0) return '';
  const titles = ['protocol', 'type', 'sent', 'copies', 'delivered', 'dropped', 'under way'];
  const times = ['mean', 'sd', 'min', 'median', 'p90', 'p99', 'max'];
  const rows = byType.slice(0, MAX_ROWS).map((type) => [type.protocol ?? '', type.messageType, ...trafficCells(type)]);
  if (byType.length > 1) rows.push(['all', '', ...trafficCells(all)]);
  const columns = [...titles, ...times].map((title, i) => ({ title, isText: i < 2 }));
  const { startSeconds: start, binSeconds: width } = rates;
  const lines = [
    { name: 'sent', counts: rates.sends },
    { name: 'delivered', counts: rates.deliveries },
    { name: 'dropped', counts: rates.drops },
  ];
  return section(
    'Messages',
    htmlTable('Messages by protocol and type, and how long their copies took', columns, rows),
    ...rest(byType.length),
    list(remarksOn(all)),
    latency(all, plotting),
    figure(
      `Messages over time, in bins of ${duration(width)}`,
      lineChart(plotting, 'Messages sent, copies delivered and dropped over time', axisTime, { start, width }, lines),
    ),
  );
}

const axisTime = (seconds: number): string => `${instant(seconds)} s`;

function trafficCells(counts: TrafficCounts): string[] {
  const { messages: sent, copies, delivered, dropped, underWay, latency: of } = counts;
  const { meanSeconds, standardDeviationSeconds, minSeconds, medianSeconds, p90Seconds, p99Seconds, maxSeconds } = of;
  const times = [meanSeconds, standardDeviationSeconds, minSeconds, medianSeconds, p90Seconds, p99Seconds, maxSeconds];
  return [...[sent, copies, delivered, dropped, underWay].map(counted), ...times.map(duration)];
}

function latency(
  { latency: { count, histogram, quantiles, quantileRelativeError } }: TrafficCounts,
  plotting: Plotting,
): string {
  const { startSeconds: start, binSeconds: width, counts } = histogram;
  if (counts.length < 2) return '';
  const chart = columnChart(plotting, 'How long copies of messages took', duration, { start, width, counts });
  const accuracy = quantiles === 'exact' ? 'quantiles are exact' : `quantiles to ${100 * quantileRelativeError} %`;
  return figure(`Latency of ${plural(count, 'copy', 'copies')}; ${accuracy}`, chart);
}

function spaceTime({ spaceTime: report }: AnalysisReport): string {
  if (report.processes.length === 0) return '';
  const caption = 'Processes as lines, messages as arrows; a cross where one is lost or a process crashes';
  return section('Space and time', figure(caption, spaceTimeSvg(report, { isAlone: false })));
}

function orders({ deliveryOrders }: AnalysisReport): string {
  const parts = deliveryOrders.flatMap((order) => {
    const ids = order.comparedProcesses.map((id) => `p${id}`);
    const rows = matrixOf(order).map((cells, i) => [ids[i]!, ...cells]);
    const differences = differencesOf(order);
    return [
      htmlTable(
        `${titleOf(order)}: ${MATRIX_KEY}`,
        ['', ...ids].map((title) => ({ title })),
        rows,
      ),
      list(differences.slice(0, MAX_ROWS)),
      ...rest(differences.length),
      list(cutOf(order)),
    ];
  });
  return section('Order of delivery', ...parts);
}

function events({ crashes, suspicions, decisions }: AnalysisReport): string {
  const text = (title: string) => ({ title, isText: true });
  const time = { title: 'time (s)' };
  return section(
    'Crashes, suspicions, decisions',
    htmlTable(
      'Crashes and recoveries',
      [time, text('process'), text('event')],
      crashes.first.map(({ timeSeconds, process, event }) => [instant(timeSeconds), `p${process}`, event]),
    ),
    ...rest(crashes.count, crashes.first.length),
    htmlTable(
      'Suspicions',
      [time, text('process'), text('detector'), text('about'), text('')],
      suspicions.first.map(({ timeSeconds, process, detector, other, isSuspected }) => [
        instant(timeSeconds),
        `p${process}`,
        detector,
        `p${other}`,
        isSuspected ? 'suspects' : 'trusts',
      ]),
    ),
    ...rest(suspicions.count, suspicions.first.length),
    htmlTable(
      'Decisions',
      [time, text('process'), text('protocol'), { title: 'instance' }, text('value')],
      decisions.first.map(({ timeSeconds, process, protocol, instance, value }) => [
        instant(timeSeconds),
        `p${process}`,
        protocol,
        String(instance),
        value,
      ]),
    ),
    ...rest(decisions.count, decisions.first.length),
  );
}

function warnings({ warnings: { count, first } }: AnalysisReport): string {
  return section(
    'Warnings',
    list(first.map(({ timeSeconds, text }) => `${instant(timeSeconds)} s: ${text}`)),
    ...rest(count, first.length),
  );
}

function rest(count: number, shown = Math.min(count, MAX_ROWS)): string[] {
  return count > shown ? [paragraph(`… and ${counted(count - shown)} more`)] : [];
}
