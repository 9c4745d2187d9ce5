/**
 * Tests that every regular expression of the packages takes linear time on untrusted text. recheck decides that, in plain
 * JavaScript. It takes seconds for some expressions, so its verdicts are stored in report.json, and only expressions that are not
 * in the report are checked here. `KINEKO_WRITE=1` writes the report again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type * as Recheck from 'recheck';
import { REPOSITORY } from '../shared/workspaces.js';
import { collectExpressions, type FoundExpression } from './collect.js';

const require = createRequire(import.meta.url);
// Not the package's main file, which would start a native program or a Java machine.
const { checkSync } = require('recheck/lib/browser.js') as Pick<typeof Recheck, 'checkSync'>;
const { version } = require('recheck/package.json') as { readonly version: string };

const REPORT = fileURLToPath(new URL('report.json', import.meta.url));

type Verdict = 'linear' | 'quadratic or worse' | 'not decided';

interface Report {
  readonly recheck: string;
  readonly expressions: Readonly<Record<string, Verdict>>;
}

/** Expressions that are not linear, or not decided, with the reason why they are harmless: short or trusted text. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  [
    String.raw`/^(?:(?<file>.+)\((?<line>\d+),(?<column>\d+)\): )?error(?: (?<code>TS\d+))?: (?<text>.*)$/`,
    'a line that the compiler prints',
  ],
  [String.raw`/Argument: (\S+), Given: "?(.*?)"?, Choices: /g`, 'a message about the arguments of the user'],
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of one number'],
  [String.raw`/\B(?=(?:\d{3})+$)/g`, 'the digits of one number'],
  [String.raw`/\.?0+$/`, 'the digits of one number'],
  [String.raw`/[\s.]|0+(?=,|$)/g`, 'a value of a configuration that is being shrunk, at most 1 MiB and the user’s own'],
  [String.raw`/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g`, 'the first 4 KiB of a file'],
  [
    String.raw`/"((?:[^"\\\r\n]|\\.)*)"(?=\s*:)|'([^'\r\n]*)'(?=\s*:)|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|(?<=[{,\s])([\w.$-]+)(?=\s*:\s)|[{}[\]]/g`,
    'the first 4 KiB of a file',
  ],
  [String.raw`/^(-?\d{1,15}) +([a-z]+)(?: +(.*))?$/`, 'a datagram of at most 512 bytes'],
  [String.raw`/^(\d) +(.*)$/`, 'a datagram of at most 512 bytes'],
  [String.raw`/(?:^|([^\\/]+)[\\/])([^\\/]*)$/`, 'the path of a file, which the system limits to 4 KiB'],
  [String.raw`/robot (\d+) at \([^)]*\)/g`, 'a message of ours'],
  [String.raw`/the area from \(.*\)$/`, 'a message of ours'],
  [String.raw`/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g`, 'code of authors, which is run anyway'],
  [String.raw`/\/\*[\s\S]*?\*\/|(?<![:'"${'`'}])\/\/.*$/gm`, 'code of authors, which is run anyway'],
  [
    String.raw`/^\s*(?:class(?=\s*\{|\s+extends\b)|(?:async\s+)?function\s*\*?(?=\s*\())/`,
    'code of authors, which is run anyway',
  ],
  [String.raw`/(?<!\w|\*[ \t]*)@(?!link\b)[\w(]|\b(accessor|using)\b/`, 'code of authors, which is run anyway'],
  [
    String.raw`/\bexport default (?!(abstract )?class (?!extends |implements )\w)|\bexport\s+default\b(?! )/`,
    'code of authors, which is run anyway',
  ],
  [String.raw`/^\s+at ((?:async )?(?:.*? \()?)(.*)$/`, 'a line of a stack of this process'],
  [String.raw`/((?:blob|file|data):\S*?):(\d+):\d+\)?$/`, 'a line of a stack of this process'],
  [String.raw`/-[\w-]{8,}\.\w+$/`, 'the name of a page that was built here'],
]);

/** Expressions that are built at run time; each was reviewed. */
const MADE: ReadonlyMap<string, string> = new Map([
  ['new RegExp(`^${name}\\\\d+$`)', 'a known name and digits'],
  ['new RegExp(`^${name}(\\\\d+)$`)', 'a known name and digits'],
  ['new RegExp(`^(robot|process)\\\\.${from.process}\\\\.(.+)$`)', 'a number between fixed words'],
  ["new RegExp(`^${words.join('(\\\\d{1,9})')}$`)", 'a key of the table with numbers in it'],
  ['new RegExp(`^${source}$`)', 'a key of the table, whose only open part is one run of characters'],
  [
    String.raw`new RegExp(String.raw${'`'}^Point2D\.(?:Double|Float)\[${'$'}{COORDINATE},${'$'}{COORDINATE}\]$${'`'})`,
    'two numbers with a comma between',
  ],
  ["new RegExp(`[${UNPRINTABLE}]`, 'gu')", 'one character'],
  [String.raw`new RegExp(String.raw${'`'}[\s${'$'}{UNPRINTABLE}]${'`'}, 'gu')`, 'one character'],
  [
    String.raw`new RegExp(String.raw${'`'}[${'$'}{UNPRINTABLE}]|\\(?=[\\nru${'$'}{UNPRINTABLE}])${'`'}, 'gu')`,
    'one or two characters',
  ],
  [
    String.raw`new RegExp(String.raw${'`'}^(?:\d+(?:[.,]\d*)? +(?:(?:p\d+|\?\?\?) \S|e +p\d+ )|(?:${'$'}{ROBOT_LOGGERS}) )${'`'})`,
    'anchored, without two runs of the same characters side by side',
  ],
  ['new RegExp(ROBOT.source)', 'a message of ours'],
  ["new RegExp(`\\\\b${word} (\\\\d+)`, 'g')", 'a message of ours'],
  ["new RegExp(`(?<![\\\\w$])${className.replaceAll('$', String.raw`\\$`)}(?![\\\\w$])`)", 'a word'],
  [
    String.raw`new RegExp(String.raw${'`'}(?:\bparameters(?:\s*\(\s*['"][^'"]*['"]\s*\))?|${'$'}{MADE})${'$'}{METHOD}\1${'`'}, 'g')`,
    'code of authors, which is run anyway',
  ],
  [
    String.raw`new RegExp(String.raw${'`'}\{\s*parameters\s*\}\s*=\s*this\b|\bparameters\s*=\s*${'$'}{MADE}${'`'}, 'g')`,
    'code of authors, which is run anyway',
  ],
  ['new RegExp(` ${String(before)}$`)', 'a number at the end'],
  [
    'new RegExp(`^\\\\s*${NUMBER}[ \\\\t]+\\\\(?\\\\s*${NUMBER}[ \\\\t,]+${NUMBER}`)',
    'the first line of the first 4 KiB of a file',
  ],
]);

/** With a limit, the verdict would depend on how busy the machine is. */
const NO_TIME_LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

function verdictOn({ pattern, flags }: FoundExpression): Verdict {
  const { status } = checkSync(pattern, flags, NO_TIME_LIMITS);
  if (status === 'safe') return 'linear';
  return status === 'vulnerable' ? 'quadratic or worse' : 'not decided';
}

const { literals, made } = collectExpressions(REPOSITORY);
const named = new Map<string, FoundExpression>(literals.map((found) => [`/${found.pattern}/${found.flags}`, found]));
const isWriting = process.env['KINEKO_WRITE'] === '1';

function readReport(): Report {
  const report = isWriting ? undefined : (JSON.parse(readFileSync(REPORT, 'utf8')) as Report);
  return report?.recheck === version ? report : { recheck: version, expressions: {} };
}

describe('regular expressions', () => {
  test('are found', () => {
    expect(literals.length).toBeGreaterThan(300);
    expect(literals.some(({ place }) => place.startsWith('packages/foundation/formats/src/'))).toBe(true);
  });

  test('take linear time, or read short texts or none of others', () => {
    const known = readReport().expressions;
    const verdicts = [...named].map(([expression, found]): [string, Verdict] => {
      return [expression, Object.hasOwn(known, expression) ? known[expression]! : verdictOn(found)];
    });
    if (isWriting) {
      const report: Report = {
        recheck: version,
        expressions: Object.fromEntries(verdicts.sort(([a], [b]) => (a < b ? -1 : 1))),
      };
      writeFileSync(REPORT, `${JSON.stringify(report, undefined, 2)}\n`);
    }
    const slow = verdicts.filter(([expression, verdict]) => verdict !== 'linear' && !ALLOWED.has(expression));
    expect(slow.map(([expression, verdict]) => `${named.get(expression)!.place} ${expression}: ${verdict}`)).toEqual(
      [],
    );
  });

  test('that are put together were looked at by hand', () => {
    const strange = made.filter(({ code }) => !MADE.has(code.replaceAll(/\s*\n\s*/g, ' ')));
    expect(strange.map(({ place, code }) => `${place} ${code}`)).toEqual([]);
  });

  test('are checked: one that is quadratic is found', () => {
    expect(verdictOn({ pattern: '([^/]+)\\.ts$', flags: '', place: '' })).toBe('quadratic or worse');
    expect(verdictOn({ pattern: '^(a+)+$', flags: '', place: '' })).toBe('quadratic or worse');
    expect(verdictOn({ pattern: '^[a-z]+$', flags: '', place: '' })).toBe('linear');
  });
});
