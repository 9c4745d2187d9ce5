/** Recognises the files of plans and their problems by their content, without loading the readers. */
import { prologOf } from '@kineko/formats/xml';

export type PlanFormat =
  | 'map'
  | 'scen'
  | 'paths'
  | 'league-output'
  | 'league-problem'
  | 'league-agents'
  | 'league-tasks'
  | 'ccbs'
  | 'graphml'
  | 'csv'
  | 'rvo2'
  | 'building'
  | 'gzip';

/** Maximum size of a plan (bytes). */
export const MAX_PLAN_BYTES = 1 << 30;

export const PLAN_FILES = {
  name: 'plans',
  title:
    'multi-robot plans (movingai .map and .scen, path text, League of Robot Runners, CCBS, trajectories, Open-RMF buildings)',
  recognises: (head: string, path: string): boolean => planFormatOf(head, path) !== undefined,
};

const NUMBER = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?';
const RVO2 = new RegExp(`^\\s*${NUMBER}[ \\t]+\\(?\\s*${NUMBER}[ \\t,]+${NUMBER}`);

/** @param head The beginning of the file. */
export function planFormatOf(head: string, path: string): PlanFormat | undefined {
  const text = head.replace(/^\uFEFF/, '');
  if (text.startsWith('\u001f') && /\.gz$/i.test(path)) return 'gzip';
  if (/^type[ \t]+\S+\s*\n(?:height|width|map)\b/.test(text)) return 'map';
  if (/^version[ \t]+1(?:\.0)?[ \t]*\r?\n(?:\d+\t|$)/.test(text)) return 'scen';
  if (/^[^\n:({[<,]*:[ \t]*\([ \t]*-?\d+[ \t]*,/.test(text.trimStart())) return 'paths';
  if (/^\s*\{/.test(text)) return leagueFormatOf(text);
  if (/^\s*</.test(text)) return xmlFormatOf(text);
  const [line = ''] = text.split('\n', 1);
  if (isTrajectoryHeader(line)) return 'csv';
  if (/^levels:/m.test(text) && (/\.building\.ya?ml$/i.test(path) || /^[ \t]+(?:vertices|lanes):/m.test(text)))
    return 'building';
  if (/\.agents$/i.test(path) && /^(?:#.*\n)*\s*\d/.test(text)) return 'league-agents';
  if (/\.tasks$/i.test(path) && /^(?:#.*\n)*\s*\d/.test(text)) return 'league-tasks';
  return RVO2.test(line) ? 'rvo2' : undefined;
}

function leagueFormatOf(text: string): PlanFormat | undefined {
  if (/"(?:actionModel|actualPaths|plannerPaths)"\s*:/.test(text)) return 'league-output';
  return /"(?:mapFile|agentFile|taskFile)"\s*:/.test(text) ? 'league-problem' : undefined;
}

function xmlFormatOf(text: string): PlanFormat | undefined {
  const { root } = prologOf(text);
  if (root === 'graphml') return 'graphml';
  return root === 'root' && /<(?:map|agent|algorithm|log)[\s>/]/.test(text) ? 'ccbs' : undefined;
}

function isTrajectoryHeader(line: string): boolean {
  const names = line.split(',').map((name) => name.trim().replaceAll('"', '').toLowerCase());
  return names.includes('agent') && names.includes('t') && (names.includes('x') || names.includes('y'));
}
