/** The front end for plans that other programs made. */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Host, type ScenarioCommand, VALUE } from '@kineko/run';
import type { CliFrontEnd } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import { MAX_PLAN_BYTES, PLAN_FILES } from '../format/files.js';

const CHECKED: readonly ScenarioCommand[] = ['run', 'validate', 'check'];
/** Commands that read all files of a plan; `render` has its own option for the radius. */
const READ: readonly ScenarioCommand[] = [...CHECKED, 'view', 'render'];

function planFlag(key: string, commands: readonly ScenarioCommand[], describe: string, choices?: readonly string[]) {
  return {
    ...VALUE,
    describe,
    commands,
    ...(choices !== undefined && { choices }),
    settings: (value: unknown) => ({ [key]: String(value) }),
  };
}

/** Flags that name files. */
const FILES = ['map', 'scen', 'plan', 'planner-config'] as const;

export const plansFrontEnd: CliFrontEnd = {
  ...PLAN_FILES,
  plural: 'plans',
  maxBytes: MAX_PLAN_BYTES,
  flags: {
    map: planFlag('plan.map', READ, 'map of a plan'),
    scen: planFlag('plan.scen', READ, 'starts and goals of a plan'),
    plan: planFlag('plan.file', READ, 'plan of a problem'),
    'planner-config': planFlag('plan.config', READ, 'configuration of the CCBS planner, which gives the radius'),
    level: planFlag('plan.level', READ, 'level of a building'),
    order: planFlag('plan.order', READ, 'order of the points of path text: xy or rc (row,column)', ['xy', 'rc']),
    execution: planFlag(
      'plan.execution',
      ['run', 'check'],
      'how robots follow a plan in runs (default: adg on grids, else clock)',
      ['clock', 'adg', 'adg-half'],
    ),
    radius: planFlag('plan.radius', [...CHECKED, 'view'], 'radius of the robots of a plan, in metres'),
    slack: planFlag('plan.slack', CHECKED, 'radius reduction; both results are reported'),
    within: planFlag('plan.within', CHECKED, 'distance below which each pair of a plan is reported'),
    'at-goal': planFlag('plan.atGoal', CHECKED, 'robots stay where their paths end, or vanish (default: stay)', [
      'stay',
      'vanish',
    ]),
  },
  load: async (source, host, { cwd = '.', flags = {} } = {}) => {
    const named = FILES.map((name) => flags[name.replace('-c', 'C')]).filter((value) => typeof value === 'string');
    return (await import('../run/scenario.js')).plans().load(source, withNamedFiles(host, named, cwd));
  },
};

/** Files that the user names by a flag, and those beside them, may lie anywhere; others lie beneath the folder of the plan. */
function withNamedFiles(host: Host, named: readonly string[], cwd: string): Host {
  return {
    ...host,
    loadModule: (path, from) => host.loadModule(path, from),
    readBytes: async (path, from) => {
      const file = resolve(cwd, path);
      const isNamed = named.some((each) => each === path || dirname(each) === dirname(path));
      const isFile = isNamed && (await stat(file).catch(() => undefined))?.isFile() === true;
      return isFile ? (await readSource(file, [plansFrontEnd])).bytes : host.readBytes(path, from);
    },
  };
}
