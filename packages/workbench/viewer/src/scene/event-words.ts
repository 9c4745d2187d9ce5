/** Records in plain words: the event and its partners. */
import type { Party, RecordOf, TraceRecord } from '@kineko/formats/trace';
import type { Units } from './units.js';
import { degrees, pointText, valueText } from './value-text.js';

export interface EventWords {
  readonly what: string;
  /** The partners: robots, obstacles, processes; empty if there are none. */
  readonly whom: string;
}

const MAX_NAMED = 4;

const PHASES = {
  L: 'looks',
  CB: 'begins to compute',
  CE: 'ends computing',
  MB: 'begins to move',
  ME: 'ends moving',
} as const;

/** Undefined for a record that is no event, such as a leg. */
export function wordsOf(record: TraceRecord, units: Units): EventWords | undefined {
  const said = (what: string, whom = ''): EventWords => ({ what, whom });
  const value = (of: unknown): string => (of === null || of === undefined ? '' : `: ${valueText(of, units)}`);
  switch (record.type) {
    case 'leg':
    case 'obstacleLeg':
      return undefined;
    case 'world':
      return said('the run starts');
    case 'robot':
      return said(`enters at ${pointText(record.x, record.y, units)}`);
    case 'obstacle':
      return said(`obstacle ${record.obstacle}${record.name === '' ? '' : ` (${record.name})`}`);
    case 'object':
      return said(`object ${record.object} at ${pointText(record.x, record.y, units)}`);
    case 'motionRequest':
      return said(`requests ${record.kind}${value(record.request)}`);
    case 'motionEvent':
      return said(motionText(record, units));
    case 'motionEnd':
      return said(`motion ${record.status}${record.by === undefined ? '' : ` by ${record.by}`}`, partyOf(record.with));
    case 'touch':
      return said('touches', partyOf(record.other));
    case 'release':
      return said('leaves', partyOf(record.other));
    case 'sensorRequest':
      return said(`reads ${record.sensor}${value(record.request)}`);
    case 'sensorReply':
      return said(`${record.sensor} replies${value(record.reply)}`);
    case 'sensorEvent':
      return said(`${record.sensor} reports${value(record.reply)}`);
    case 'effect':
      return said(`sets ${record.effector}${value(record.request)}`);
    case 'warning':
      return said(`warning: ${record.text}`);
    case 'send':
      return said(`sends ${record.messageType}${value(record.content)}`, `to ${processes(record.to)}`);
    case 'deliver':
      return said(`receives ${record.messageType}${value(record.content)}`, `from p${record.from}`);
    case 'drop':
      return said(`loses ${record.messageType} (${record.reason})`, `from p${record.from}`);
    case 'crash':
      return said('crashes');
    case 'recover':
      return said('recovers');
    case 'suspect':
      return said(record.isSuspected ? 'suspects' : 'trusts again', `p${record.other}`);
    case 'decide':
      return said(`decides${value(record.value)}`, `${record.protocol} ${record.instance}`);
    case 'protocolEvent':
      return said(`${record.event}${value(record.value)}`, record.protocol);
    case 'log':
      return said(record.text, record.logger);
    case 'command':
      return said(`command${value(record.command)}`, record.source);
    case 'delayed':
      return said(`is delayed until ${units.at(record.until, 3)}`, partyOf(record.other));
    case 'resumed':
      return said('resumes');
    case 'phase':
      return said(PHASES[record.event]);
  }
}

function motionText({ edge, phase, distance, speed, turn, toX, toY }: RecordOf<'motionEvent'>, units: Units): string {
  if (edge === 'finish') return `finishes ${phase}`;
  if (distance === 0) return `starts ${phase}: ${degrees(turn)}°`;
  return `starts ${phase} to ${pointText(toX, toY, units)} at ${Number(speed.toPrecision(4))} ${units.speed}`;
}

function partyOf(party: Party | undefined): string {
  return party === undefined ? '' : `${party.kind} ${party.id}`;
}

function processes(ids: readonly number[]): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => `p${id}`);
  return ids.length > MAX_NAMED ? `${named.join(', ')} and ${ids.length - MAX_NAMED} more` : named.join(', ');
}
