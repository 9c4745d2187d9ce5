/** Checks keys of robots and their positions. */
import type { Check, ConfigView } from '../config-view.js';

export const checkBornPoints: Check = (config, say) => {
  if (!config.hasRobots) return;
  const n = config.get('process.num');
  const numbers = bornPointNumbers(config);
  const first = `bornpoint${numbers[0]}`;
  if (config.get('bornpoint.random')) {
    if (numbers.length === 0) return;
    const given = listed('bornpoint', rangesOf(numbers));
    say('warning', first, `${given}: not used, since bornpoint.random is true`);
    return;
  }
  const missing = gapsOf(numbers, n);
  if (missing.length > 0) {
    const one = missing.length === 1 && missing[0]![0] === missing[0]![1];
    const needs = n === 1 ? 'the robot needs' : `each of the ${n} robots needs`;
    const example = `such as bornpoint${missing[0]![0]} = 10, 20, unless bornpoint.random is true`;
    const text = `${listed('bornpoint', missing)} ${one ? 'is' : 'are'} missing: ${needs} one, ${example}`;
    say('error', ['process.num', 'bornpoint.random', first], text);
  }
  const beyond = numbers.filter((number) => number > n);
  if (beyond.length > 0) {
    say(
      'warning',
      `bornpoint${beyond[0]}`,
      `${listed('bornpoint', rangesOf(beyond))}: not used, since process.num is ${n}`,
    );
  }
};

/** Warns of keys for robots and processes that do not exist. */
export const checkNumbers: Check = (config, say) => {
  const n = config.get('process.num');
  const unused = [...config.known()].filter(({ general, number = 0 }) => general !== undefined && number >= n);
  const [first] = unused;
  if (first === undefined) return;
  const ids = n === 1 ? 'there is only number 0' : `their numbers are 0 to ${n - 1}`;
  const keys = listedKeys(unused.map(({ key }) => key));
  const isOne = unused.length === 1;
  say('warning', first.key, `${keys} ${isOne ? 'is' : 'are'} not used: process.num is ${n}, and ${ids}`);
};

export const checkResponse: Check = (config, say) => {
  if (!config.has('ghost_mode') || !config.has('world.response')) return;
  if (config.originOf('ghost_mode').kind !== config.originOf('world.response').kind) return;
  const ghosts = config.get('ghost_mode');
  const response = config.get('world.response');
  if (ghosts === (response === 'none')) return;
  const same = 'ghost_mode = true is world.response = none';
  const text = `world.response is ${response}, but ghost_mode is ${ghosts}: give one of them, or both alike (${same})`;
  say('error', 'world.response', text);
};

export const checkAlgorithms: Check = (config, say) => {
  if (!config.has('algorithm') || !config.has('robot.algorithm')) return;
  if (config.originOf('algorithm').kind !== config.originOf('robot.algorithm').kind) return;
  const [one, other] = [config.get('algorithm'), config.get('robot.algorithm')];
  if (one === other) return;
  const text = `algorithm is ${one}, but robot.algorithm is ${other}: they are the same, give one of them`;
  say('error', 'algorithm', text);
};

/** Robots need simulation. */
export const checkSimulation: Check = (config, say) => {
  if (config.get('simulation')) return;
  const ofRobots = [...config.known()].filter(({ group }) => group === 'robots' || group === 'world');
  if (ofRobots.length > 0) {
    const keys = listedKeys(ofRobots.map(({ key }) => key));
    const text = `simulation is false, but there are robots (${keys}): they exist in simulation only`;
    say('error', 'simulation', text);
  }
  const slaves = config.get('slave').length;
  const n = config.get('process.num');
  if (config.has('slave') && slaves < n - 1) {
    say('error', 'slave', `slave lists ${slaves}: process.num is ${n}, so ${n - 1} are needed`);
  }
};

function bornPointNumbers(config: ConfigView): number[] {
  const numbers = [...config.known()].flatMap(({ pattern, number }) => (pattern === 'bornpoint<k>' ? [number!] : []));
  return numbers.sort((a, b) => a - b);
}

type NumberRange = readonly [first: number, last: number];

/** The missing numbers from 1 to n. */
function gapsOf(numbers: readonly number[], n: number): NumberRange[] {
  const gaps: NumberRange[] = [];
  let next = 1;
  for (const number of [...numbers.filter((each) => each <= n), n + 1]) {
    if (number > next) gaps.push([next, number - 1]);
    next = number + 1;
  }
  return gaps;
}

function rangesOf(numbers: readonly number[]): NumberRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

function listedKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, 5).join(', ');
  return keys.length > 5 ? `${shown} and ${keys.length - 5} more` : shown;
}

const MAX_LISTED = 20;

function listed(name: string, ranges: readonly NumberRange[]): string {
  const texts = ranges
    .slice(0, MAX_LISTED)
    .map(([first, last]) => (first === last ? `${name}${first}` : `${name}${first} to ${name}${last}`));
  const more = ranges.length > MAX_LISTED ? ' and others' : '';
  return `${texts.join(', ')}${more}`;
}
