/**
 * Group membership and view synchrony (Birman, Joseph, "Exploiting virtual synchrony in distributed systems", 1987;
 * terms of Chockler, Keidar, Vitenberg, "Group communication specifications", 2001).
 */
import { BroadcastEvents, type OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';
import { getOrAdd } from '../get-or-add.js';

export interface GroupViewsOptions extends OfProtocol {
  /** Whether messages are delivered in the view in which they were broadcast. Default: false. */
  readonly sendingView?: boolean;
  /** Whether the last view of every correct process must consist of exactly the correct processes. Default: true. */
  readonly exact?: boolean;
}

interface View {
  readonly view: number;
  readonly members: readonly number[];
  readonly record: ProtocolEvent;
  readonly delivered: string[];
}

/**
 * Views with the same number have the same members, are installed in ascending order and by members only; a message is
 * delivered once, in the same view everywhere, and comes from a member of it; processes that move together from one view to the
 * next have delivered the same messages in it. If the run is complete, the correct members of a last view have delivered all that
 * correct ones broadcast in it. Its premise is a view that two processes installed.
 */
export function groupViews(options: GroupViewsOptions): Checker {
  return checkerOf('group views', (observed, findings) => {
    const { records, n, isComplete } = observed;
    const histories: View[][] = Array.from({ length: n }, () => []);
    for (const record of eventsOf(records, options.protocol)) {
      if (record.event === 'view') install(record, histories[record.process]!, findings);
      else if (record.event === 'deliver') deliverIn(record, histories[record.process]!, findings);
    }
    checkSameMembers(histories, findings);
    const events = new BroadcastEvents(observed, options, findings);
    checkSameView(events, options, findings);
    checkSameDeliveries(histories, findings);
    if (!isComplete) return;
    const crashes = new Crashes(records, n);
    if (options.exact !== false) checkLastViews(histories, crashes, findings);
    checkLastMessages(histories, events, crashes, findings);
  });
}

function install(record: ProtocolEvent, history: View[], findings: Findings): void {
  const view = Number(fieldOf(record, 'view'));
  const members = fieldOf(record, 'members') as readonly number[];
  const did = `p${record.process} installed view ${view} (${members.join(', ')}) at t = ${record.time}`;
  const last = history.at(-1);
  if (last !== undefined && last.view >= view)
    findings.violation(`${did} after view ${last.view}`, last.record, record);
  if (!members.includes(record.process)) findings.violation(`${did}, of which it is no member`, record);
  history.push({ view, members, record, delivered: [] });
}

function deliverIn(record: ProtocolEvent, history: readonly View[], findings: Findings): void {
  const message = String(fieldOf(record, 'message'));
  const view = fieldOf(record, 'view');
  const present = history.at(-1);
  const did = `p${record.process} delivered ${message} at t = ${record.time}`;
  if (present === undefined) {
    findings.violation(`${did} before it installed a view`, record);
    return;
  }
  if (view !== undefined && view !== present.view)
    findings.violation(`${did} in view ${canonical(view)}, its view being ${present.view}`, present.record, record);
  if (history.some(({ delivered }) => delivered.includes(message)))
    findings.violation(`${did} for the second time`, present.record, record);
  present.delivered.push(message);
}

function checkSameMembers(histories: readonly (readonly View[])[], findings: Findings): void {
  const first = new Map<number, View>();
  for (const each of histories.flat()) {
    const other = getOrAdd(first, each.view, () => each);
    if (other === each) continue;
    findings.premise();
    if (haveSame(each.members, other.members)) continue;
    findings.violation(
      `view ${each.view} is (${other.members.join(', ')}) at p${other.record.process} (t = ${other.record.time}), ` +
        `but (${each.members.join(', ')}) at p${each.record.process} (t = ${each.record.time})`,
      other.record,
      each.record,
    );
  }
}

function checkSameView(
  { broadcasts, sequences }: BroadcastEvents,
  { sendingView = false }: GroupViewsOptions,
  findings: Findings,
): void {
  const first = new Map<string, ProtocolEvent>();
  for (const { message, process, record } of sequences.flat()) {
    const view = String(fieldOf(record, 'view'));
    const other = getOrAdd(first, message, () => record);
    const did = `p${process} delivered ${message} in view ${view} at t = ${record.time}`;
    if (String(fieldOf(other, 'view')) !== view) {
      findings.violation(
        `${did}, but p${other.process} in view ${String(fieldOf(other, 'view'))} at t = ${other.time}`,
        other,
        record,
      );
    }
    const sent = broadcasts.get(message)?.record;
    // A protocol may record no broadcasts at all.
    if (sent === undefined && broadcasts.size > 0) findings.violation(`${did}, which no process had broadcast`, record);
    if (sendingView && sent !== undefined && String(fieldOf(sent, 'view')) !== view)
      findings.violation(`${did}, which was broadcast in view ${String(fieldOf(sent, 'view'))}`, sent, record);
  }
}

/**
 * Processes that leave a view for the next one have delivered the same messages in it. A process that was excluded and
 * joins a later view did not move with the others: views are numbered consecutively, so the gap shows, even if no
 * process survived to install the view in between.
 */
function checkSameDeliveries(histories: readonly (readonly View[])[], findings: Findings): void {
  const first = new Map<number, View>();
  for (const history of histories) {
    for (const [i, view] of history.entries()) {
      const next = history[i + 1];
      if (next === undefined || next.view !== view.view + 1) continue;
      const other = getOrAdd(first, view.view, () => view);
      if (other !== view) compareDeliveries(other, view, next, findings);
    }
  }
}

function compareDeliveries(a: View, b: View, next: View, findings: Findings): void {
  for (const [one, two] of [
    [a, b],
    [b, a],
  ] as const) {
    const message = one.delivered.find((each) => !two.delivered.includes(each));
    if (message === undefined) continue;
    findings.violation(
      `p${one.record.process} and p${two.record.process} both went from view ${one.view} to view ${next.view}, but only ` +
        `p${one.record.process} delivered ${message} before`,
      one.record,
      two.record,
    );
  }
}

function checkLastViews(histories: readonly (readonly View[])[], { correct }: Crashes, findings: Findings): void {
  for (const id of correct) {
    const last = histories[id]!.at(-1);
    if (last === undefined) findings.violation(`p${id}, which is correct, never installed a view`);
    else if (!haveSame(last.members, correct)) {
      findings.violation(
        `the last view of p${id} is (${last.members.join(', ')}), since t = ${last.record.time}: the correct ones are ` +
          `(${correct.join(', ')})`,
        last.record,
      );
    }
  }
}

/** All correct processes in the last view deliver the broadcasts of correct processes in that view. */
function checkLastMessages(
  histories: readonly (readonly View[])[],
  { broadcasts }: BroadcastEvents,
  { correct }: Crashes,
  findings: Findings,
): void {
  for (const { message, origin, record } of broadcasts.values()) {
    const last = histories[origin]!.at(-1);
    if (!correct.includes(origin) || last === undefined || fieldOf(record, 'view') !== last.view) continue;
    for (const id of correct) {
      const own = histories[id]!.at(-1);
      if (own?.view !== last.view || own.delivered.includes(message)) continue;
      findings.violation(
        `p${origin} broadcast ${message} in its last view, ${last.view}, at t = ${record.time}, and p${id}, which is correct and ` +
          'in this view, never delivered it',
        record,
      );
    }
  }
}

function haveSame(a: readonly number[], b: readonly number[]): boolean {
  const inOrder = (ids: readonly number[]): string => canonical(ids.toSorted((one, two) => one - two));
  return inOrder(a) === inOrder(b);
}
