/** Messages of yargs about invalid arguments, in the form of all other messages. */
import { expected, nearestName, oneOf, unknownName } from '@kineko/formats/problem';
import type { Options } from 'yargs';
import type { Command } from './command.js';

/** @param usage `render <log>`. */
export function explainUsage(message: string, args: readonly string[], usage: string, command: Command): string {
  const options = optionsOf(command);
  const [, given] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? [];
  if (given !== undefined) {
    const missing = usage.split(' ').filter((word) => word.startsWith('<'));
    return `expected ${missing.join(' ')}, got ${given === '0' ? 'no argument' : args.slice(1).join(' ')}`;
  }
  const [, unknown] = /^Unknown arguments?: (.*)$/s.exec(message) ?? [];
  if (unknown !== undefined)
    return unknown
      .split(', ')
      .flatMap((name) => unknownArgument(name, args, options))
      .join('\n');
  const [, missing] = /^Missing required arguments?: (.*)$/s.exec(message) ?? [];
  if (missing !== undefined) {
    return missing
      .split(', ')
      .map((name) => `expected --${name} <value>: ${options.get(name)?.describe ?? ''}`)
      .join('\n');
  }
  const [, noValue] = /^(?:Not enough arguments following|Missing argument values?): (.*)$/.exec(message) ?? [];
  if (noValue !== undefined) return `${flag(noValue)}: expected a value`;
  const choices = Array.from(message.matchAll(/Argument: (\S+), Given: "?(.*?)"?, Choices: /g));
  if (choices.length === 0) return message;
  return choices.map(([, name, value]) => badChoice(name!, value!, usage, options.get(name!))).join('\n');
}

function optionsOf({ options, groups = {} }: Command): ReadonlyMap<string, Options> {
  return new Map([options, ...Object.values(groups)].flatMap((table) => Object.entries(table)));
}

/** yargs names `--time-limit` a second time, as `timeLimit`, and a word that is no option as itself. */
function unknownArgument(name: string, args: readonly string[], options: ReadonlyMap<string, Options>): string[] {
  const isOption = args.some((each) => each === flag(name) || each.startsWith(`${flag(name)}=`));
  if (isOption) {
    const meant = nearestName(flag(name), [...options.keys()].map(flag));
    return [unknownName('option', flag(name), meant === undefined ? [] : [meant])];
  }
  return args.includes(name) ? [`unexpected argument ${JSON.stringify(name)}`] : [];
}

function badChoice(name: string, value: string, usage: string, { choices = [] }: Options = {}): string {
  const names = (choices as readonly string[]).map(String);
  const where = usage.includes(`<${name}>`) || usage.includes(`[${name}]`) ? name : `--${name}`;
  const meant = nearestName(value, names);
  return `${where}: ${expected(oneOf(names), value)}${meant === undefined ? '' : `; did you mean '${meant}'?`}`;
}

function flag(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
