/**
 * Attacks of a submission against its grader, and what stops them. A submission that reaches something it must not fails with
 * REACHED, so that every row names the expected failure instead.
 */
import { symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { overlapping } from '@kineko/tools/kits/overlapping';
import { gradeAlgorithm, type GradeOutcome, gradePool } from '@kineko/lab/node';
import { GRADE_WORKER, labSite, SUBMISSION_PROGRAM } from '../src/lab-site.js';
import { SUBMISSION_MODULES } from '../src/submission/modules.js';
import { Workspace } from './command-line.js';

const files = {
  'course/meet.config': `
process.num = 2
robot.size = 2
robot.algorithm = Gathering
bornpoint.random = true
world.width = 100
world.height = 100
ghost_mode = true
protocol = FifoLink
simulation.time = 30
`,
  'course/meet.yaml': `
title: Meet
scenario: meet.config
seeds: [4711]
limits: { seconds: 60, megabytes: 64 }
tasks:
  - { name: they meet, property: eventually gathered=3 before 25, points: 10 }
`,
  'course/solution.ts': `
import { AbstractAlgorithm } from 'kineko';
export class Solution extends AbstractAlgorithm {
  protected async doMotion() { await this.actuator.moveTo({ x: 50, y: 50 }, 10, 360); await this.sleep(1); }
}
`,
  'course/seeds.json': '[4711]',
};

/** Time limit for attacks that something else stops, on a busy machine (seconds). */
const PATIENCE = 3600;

/** Time limit for attacks that never end (seconds). */
const HASTE = 1;

const MEETING = 'await this.actuator.moveTo({ x: 50, y: 50 }, 10, 360); await this.sleep(1);';

const student = (body: string, before = ''): string => `
import { AbstractAlgorithm } from 'kineko';
${before}
export class Student extends AbstractAlgorithm<any> {
  protected async doMotion(): Promise<void> {
    ${body}
  }
}
`;

/** A submission that attempts something, then solves the task. */
const reaching = (expression: string): string =>
  student(
    `const reached: unknown = await (async () => ${expression})(); throw new Error('REACHED ' + String(reached));`,
  );

interface Attack {
  readonly code: string;
  /** Why there are no points; undefined for full points. */
  readonly stopped?: RegExp;
  readonly isEndless?: boolean;
}

/** By attack: the code, and what stops it. */
const SUBMISSIONS: Readonly<Record<string, Attack>> = {
  // Imported names are checked before any of it runs.
  'forges its score through a port of its thread': {
    code: student(
      "parentPort!.postMessage({ judgement: { verdicts: [{ verdict: 'holds', premises: 1, score: 1 }] } });",
      "import { parentPort } from 'node:worker_threads';",
    ),
    stopped: /"node:worker_threads" cannot be imported/,
  },
  'blocks in another process': {
    code: student("execSync('sleep 40');", "import { execSync } from 'node:child_process';"),
    stopped: /"node:child_process" cannot be imported/,
  },
  'reads the assignment': {
    code: student(
      "throw new Error('REACHED ' + readFileSync('course/meet.yaml'));",
      "import { readFileSync } from 'fs';",
    ),
    stopped: /"fs" cannot be imported/,
  },
  'opens a socket': {
    code: student("connect(80, 'example.org');", "import { connect } from 'node:net';"),
    stopped: /"node:net" cannot be imported/,
  },
  'gets the real process by its module': {
    code: student("process.kill(process.ppid, 'SIGKILL');", "import process from 'node:process';"),
    stopped: /"node:process" cannot be imported/,
  },
  'opens the inspector': {
    code: student('open(0);', "import { open } from 'node:inspector';"),
    stopped: /"node:inspector" cannot be imported/,
  },
  'makes a function that imports what it likes': {
    code: student("createRequire('/')('fs');", "import { createRequire } from 'node:module';"),
    stopped: /"node:module" cannot be imported/,
  },
  'runs code in another context': {
    code: student("runInNewContext('1');", "import { runInNewContext } from 'node:vm';"),
    stopped: /"node:vm" cannot be imported/,
  },
  'loads a package that starts programs': {
    code: student('void build({});', "import { build } from 'esbuild';"),
    stopped: /"esbuild" cannot be imported/,
  },
  "copies the teacher's solution by a path": {
    code: "export { Solution } from './course/solution.js';",
    stopped: /lies in the folder of the assignment/,
  },
  'leaves its folder by a path': {
    code: "export { Solution } from '../course/solution.ts';",
    stopped: /no such file|lies outside the folder/,
  },
  'leaves its folder by a link': {
    code: "export { Solution } from './link.ts';",
    stopped: /lies outside the folder of the submission|lies in the folder of the assignment/,
  },
  'imports hidden seeds as data': {
    code: student('throw new Error(`REACHED ${seeds}`);', "import seeds from './course/seeds.json';"),
    stopped: /lies in the folder of the assignment|neither TypeScript nor JavaScript/,
  },
  'imports what is no program': {
    code: student('throw new Error(`REACHED ${seeds}`);', "import seeds from './package.json';"),
    stopped: /neither TypeScript nor JavaScript/,
  },
  'calls require': { code: student("require('fs');"), stopped: /"fs" cannot be imported/ },

  // There is nothing to load, and no name that leads out.
  'calls require under another name': {
    code: reaching("(0, eval)('typeof require')"),
    stopped: /REACHED undefined/,
  },
  'uses its require with a name that is made': {
    code: student(
      "const name = ['f', 's'].join(''); const load = eval('require'); throw new Error('REACHED ' + load(name));",
    ),
    stopped: /"fs" cannot be imported/,
  },
  'imports a name that is made': {
    code: reaching("import(['node', 'fs'].join(':'))"),
    stopped: /dynamic import/i,
  },
  'imports in a function that is made': {
    code: reaching('new Function(\'return import("node:fs")\')()'),
    stopped: /dynamic import/i,
  },
  'kills itself, which once was the grader': {
    code: student('process.kill(process.pid);'),
    stopped: /process\.kill is not a function/,
  },
  'kills its parent': {
    code: student('(process as any)._kill((process as any).ppid, 9);'),
    stopped: /_kill is not a function/,
  },
  'starts the debugger of its parent': {
    code: student('(process as any)._debugProcess(process.ppid);'),
    stopped: /_debugProcess is not a function/,
  },
  'asks Node for its inner parts': {
    code: reaching("(process as any).binding('spawn_sync')"),
    stopped: /binding is not a function/,
  },
  'asks Node for a module by name': {
    code: reaching("(process as any).getBuiltinModule('fs')"),
    stopped: /getBuiltinModule is not a function/,
  },
  'reads the environment': {
    code: student(
      "if (Object.keys(process.env).length > 0) throw new Error('REACHED ' + JSON.stringify(process.env));" + MEETING,
    ),
  },
  'reads the command line': {
    code: student("if (process.argv.length > 0) throw new Error('REACHED ' + process.argv);" + MEETING),
  },
  'asks a server': { code: reaching("fetch('http://127.0.0.1:1/')"), stopped: /fetch is not defined/ },
  'gets at streams through the console': {
    code: reaching('new (console as any)._stdout.constructor()'),
    stopped: /Cannot read properties of undefined/,
  },
  'looks through everything that it can reach': {
    code: student(
      `const seen = new Set<unknown>();
      const found: string[] = [];
      let level: [value: any, path: string][] = Object.entries({ globalThis, self: this, kineko, util, buffer, assert });
      // Some getters create a new object each time, without end.
      for (let depth = 0; depth < 10 && this.clock === 0; depth++) {
        const next: typeof level = [];
        for (const [value, path] of level) {
          if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
          seen.add(value);
          next.push([Object.getPrototypeOf(value), path + '.__proto__']);
          for (const key of Reflect.ownKeys(value)) {
            const name = String(key);
            if (/^(_?kill|_debugProcess|binding|_linkedBinding|dlopen|reallyExit|mainModule|spawnSync|execSync|readFileSync|openSync|getBuiltinModule|createRequire|internalBinding)$/.test(name)) found.push(path + '.' + name);
            try { next.push([value[key], path + '.' + name]); } catch { continue; }
          }
        }
        level = next;
      }
      if (found.length > 0) throw new Error('REACHED ' + found.join(' '));
      ${MEETING}`,
      "import * as kineko from 'kineko'; import * as util from 'util'; import * as buffer from 'buffer'; import * as assert from 'assert';",
    ),
  },
  'looks at the frames of those who call it': {
    code: student(
      `const frames: any[] = [];
      (Error as any).prepareStackTrace = (_: unknown, sites: any[]) => { frames.push(...sites); return ''; };
      void new Error('x').stack;
      throw new Error('REACHED ' + frames.map((site) => typeof site.getFunction()));`,
    ),
    stopped: /Cannot (add|assign)|not extensible/,
  },

  // Robots share nothing but the simulation.
  'keeps a number for all robots in a variable of its module': {
    code: student("if (++runs > 1 && this.clock === 0) throw new Error('REACHED');" + MEETING, 'let runs = 0;'),
  },
  'keeps something for all robots in a global': {
    code: student('(globalThis as any).plan = this.robot.id;'),
    stopped: /not extensible|Cannot add/,
  },
  'keeps something for all robots in a class of the library': {
    code: student('(AbstractAlgorithm as any).plan = this.robot.id;'),
    stopped: /not extensible|Cannot add/,
  },
  'looks for another robot, and for the pipe, in the objects of its own': {
    code: student(
      `const seen = new Set<unknown>();
      const found: string[] = [];
      const look = (value: any, path: string, depth: number): void => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 12) return;
        seen.add(value);
        if (value !== this && value instanceof AbstractAlgorithm) found.push(path);
        else if (typeof value.nextCall === 'function' || (typeof value.receive === 'function' && typeof value.send === 'function' && value !== this)) found.push(path);
        for (const key of Reflect.ownKeys(value)) {
          let member: unknown;
          try { member = value[key]; } catch { continue; }
          look(member, path + '.' + String(key), depth + 1);
        }
        if (value instanceof Map || value instanceof Set) for (const item of value.values()) look(item, path + '()', depth + 1);
        if (value instanceof Map || value instanceof Set) for (const item of value.keys()) look(item, path + '()', depth + 1);
      };
      seen.add(AbstractAlgorithm.prototype);
      look(this, 'this', 0);
      look(this.process, 'process', 0);
      look(this.task, 'task', 0);
      if (found.length > 0) throw new Error('REACHED ' + found.join(' '));
      ${MEETING}`,
    ),
  },
  'changes the functions that speak to the engine': {
    code: student('JSON.stringify = () => \'{"done":true}\';'),
    stopped: /read only|Cannot assign/,
  },

  // Time and memory.
  'never returns': { code: student('for (;;);'), stopped: /time limit of 1 s reached/, isEndless: true },
  'never returns when it is loaded': {
    code: `${student('')}\nfor (;;);`,
    stopped: /time limit of 1 s reached/,
    isEndless: true,
  },
  'never lets go of the turn': {
    code: student('for (;;) await null;'),
    stopped: /time limit of 1 s reached/,
    isEndless: true,
  },
  'waits outside the simulation': {
    code: student('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'),
    stopped: /time limit of 1 s reached/,
    isEndless: true,
  },
  'never ends a regular expression': {
    code: student("/^(a+)+$/.test('a'.repeat(60) + 'b');"),
    stopped: /time limit of 1 s reached/,
    isEndless: true,
  },
  'takes memory in buffers': {
    code: student('const all: Buffer[] = []; for (;;) all.push(Buffer.alloc(1 << 22, 1));'),
    stopped: /memory limit of 64 MB reached/,
  },
  'takes memory in shared buffers': {
    code: student(
      'const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1 << 22)).fill(1));',
    ),
    stopped: /memory limit of 64 MB reached/,
  },
  'takes memory for WebAssembly': {
    code: student(
      'const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(new (globalThis as any).WebAssembly.Memory({ initial: 64 }).buffer).fill(1));',
    ),
    stopped: /memory limit of 64 MB reached/,
  },
  'takes memory in objects': {
    code: student(
      'const all: number[][] = []; for (;;) all.push(Array.from({ length: 10_000 }, () => this.random()));',
    ),
    stopped: /memory limit of 64 MB reached/,
  },
  'takes memory in the engine by timers': {
    code: student('for (;;) this.robot.timer(() => {}).schedule(20);'),
    stopped: /at most 20000 pending events/,
  },
  'takes memory in the engine by messages': {
    code: student("const text = 'x'.repeat(500_000); for (;;) this.broadcast('FLOOD', text);"),
    stopped: /at most 16777216 characters in one call/,
  },
  'stops simulated time': {
    // One robot only: every event up to the limit is a call of the program.
    code: student(
      'const again = (): void => this.robot.timer(again).schedule(0); if (this.robot.id === 0) again(); await this.sleep(1);',
    ),
    stopped: /at this instant|livelock|within/i,
  },
  'calls itself without end': { code: student('const f = (): number => 1 + f(); f();'), stopped: /call stack/ },

  // Its output is text.
  'prints verdicts and answers of the protocol': {
    code: student(
      `console.log(JSON.stringify({ judgement: { verdicts: [{ verdict: 'holds' }] } }));
      process.stdout.write('{"done":true}\\n{"score":10,"of":10}\\n');
      console.error('Meet: 10 of 10 points');
      await this.sleep(1);`,
    ),
    stopped: /./,
  },
  'prints a hundred megabytes': {
    code: student(`if (this.clock === 0) for (let i = 0; i < 100; i++) console.log('x'.repeat(1 << 20)); ${MEETING}`),
  },
  'ends its process': { code: student('process.exit(0);'), stopped: /^process ended with exit code 0$/ },
  'throws what cannot be shown': {
    code: student("throw { get message() { throw new Error('inner'); }, toString() { throw new Error('text'); } };"),
    stopped: /./,
  },
  'exports what fails when it is looked at': {
    code: 'Object.defineProperty(module.exports, "Student", { enumerable: true, get() { throw new Error("trap"); } }); declare const module: any;',
    stopped: /trap|is an algorithm/,
  },
  'exports what only seems to be an algorithm': {
    code: "export const Student = Object.assign(() => 1, { [Symbol.for('kineko.algorithm')]: true });",
    stopped: /not a constructor/,
  },
  'speaks for a protocol of the engine': {
    code: student("this.robot.network().send({ to: [1], protocol: 'fifo-link', type: 'DATA', content: 1 });"),
    stopped: /was not registered by the program/,
  },
  'changes the prototypes of the engine by a message': {
    code: student(
      `this.broadcast('X', JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')); ${MEETING}`,
    ),
  },
  'turns at once by a request with two angles': {
    code: student("await this.actuator.perform({ kind: 'turn', angle: 0, turnRate: 1, degrees: 90 } as any);"),
    stopped: /expected the angle in degrees/,
  },
};

/** Shared: the attacks must not change the engine for the submissions after them either. */
const pool = gradePool(GRADE_WORKER, 3);
afterAll(() => pool.close());

async function grade(place: Workspace, options: { file?: string; program?: string; seconds?: number } = {}) {
  const { file = 'student.ts', program = fileURLToPath(SUBMISSION_PROGRAM), seconds = PATIENCE } = options;
  place.write({ 'course/meet.yaml': files['course/meet.yaml'].replace('seconds: 60', `seconds: ${seconds}`) });
  return gradeAlgorithm({
    assignment: place.of('course/meet.yaml'),
    algorithm: place.of(file),
    site: labSite({}),
    pool,
    program: { file: program, modules: SUBMISSION_MODULES },
    signal: new AbortController().signal,
  });
}

function resultOf({ grade: { score, tasks } }: GradeOutcome): { score: number; reason: string | undefined } {
  return { score, reason: tasks[0]!.worst?.text };
}

/** The reason, or the pattern if it matches. */
function matched(outcome: GradeOutcome, stopped: RegExp | undefined): object {
  const { score, reason } = resultOf(outcome);
  return { score, reason: reason !== undefined && stopped?.test(reason) === true ? stopped : reason };
}

describe('a submission that', () => {
  const graded = overlapping(Object.values(SUBMISSIONS), ({ code, isEndless = false }) => {
    const place = new Workspace({ ...files, 'student.ts': code });
    symlinkSync(place.of('course/solution.ts'), place.of('link.ts'));
    return grade(place, { seconds: isEndless ? HASTE : PATIENCE });
  });

  test.each(Object.entries(SUBMISSIONS))('%s', async (_name, attack) => {
    const { stopped } = attack;
    expect(matched(await graded(attack), stopped)).toEqual({ score: stopped === undefined ? 10 : 0, reason: stopped });
  });
});

/** The other side of the pipes, written by hand: the worst that a submission could do in control of its process. */
const raw = (body: string): string => `
import { closeSync, readSync, readFileSync, writeSync } from 'node:fs';
const buffer = Buffer.alloc(1 << 20);
let text = '';
const hear = () => {
  while (!text.includes('\\n')) {
    const count = readSync(3, buffer);
    if (count === 0) process.exit(0);
    text += buffer.subarray(0, count);
  }
  const end = text.indexOf('\\n');
  const line = text.slice(0, end);
  text = text.slice(end + 1);
  return JSON.parse(line);
};
const write = (line) => writeSync(4, line + '\\n');
const say = (message) => write(JSON.stringify(message));
const done = (value) => say({ done: true, ...(value !== undefined && { value }) });
const ready = () => say({ ready: 'kineko-algorithm', version: 1 });
const ask = (request) => { say({ robot: 0, ...request }); const { ok, error } = hear(); if (error) throw new Error(error.message); return ok; };
/** Up to the first event of robot 0. */
const begin = () => {
  ready();
  for (;;) {
    const { call, robot, now, id } = hear();
    if (call === 'open') done([{ key: 'Raw', name: 'Raw', kind: 'robot' }]);
    else if (call === 'launch') {
      say({ do: 'register', robot, id }); hear();
      say({ do: 'at', robot, id: 100 + robot, time: now, label: 'start' });
      done();
    } else if (call === 'fire' && id === 100) return now;
    else done();
  }
};
const fail = (message) => { say({ failed: { name: 'Error', message } }); hear(); };
${body}
`;

const PROGRAMS: Readonly<Record<string, Attack>> = {
  'works by the document of the protocol': {
    code: raw(`
ready();
for (;;) {
  const { call, robot, now, id } = hear();
  if (call === 'open') done([{ key: 'Raw', name: 'Raw', kind: 'robot' }]);
  else if (call === 'launch') {
    say({ do: 'register', robot, id }); hear();
    say({ do: 'at', robot, id: 100 + robot, time: now, label: 'start' });
    done();
  } else if (call === 'fire') {
    say({ do: 'move', robot, request: { kind: 'moveTo', x: 50, y: 50, speed: 10, turnRate: 6 } }); hear();
    done();
  } else done(call === 'waiting' ? [] : undefined);
}`),
  },
  'says nothing at all': {
    code: 'setInterval(() => {}, 1000);',
    stopped: /time limit of 1 s reached/,
    isEndless: true,
  },
  'speaks another language': { code: raw("write('hello'); hear();"), stopped: /expected a line of JSON/ },
  'speaks another version': {
    code: raw("say({ ready: 'kineko-algorithm', version: 3 }); hear();"),
    stopped: /version of the algorithm protocol: expected 1 or 2, got 3/,
  },
  'sends a judgement': {
    code: raw("ready(); hear(); say({ judgement: { verdicts: [{ verdict: 'holds', premises: 1 }] } }); hear();"),
    stopped: /expected a request \("do"\), "done" or "failed"/,
  },
  'writes one line without end': {
    code: raw("ready(); for (;;) writeSync(4, 'x'.repeat(1 << 16));"),
    stopped: /lines of at most 1048576 characters/,
  },
  'makes requests without end': {
    code: raw("begin(); for (;;) say({ do: 'log', robot: 0, level: 'info', logger: 'x', text: 'x' });"),
    stopped: /at most 100000 requests in one call/,
  },
  'closes its pipe and stays': {
    code: raw('begin(); closeSync(4); setInterval(() => {}, 1000);'),
    stopped: /closed its pipe/,
  },
  'speaks for a robot that it does not have': {
    code: raw("begin(); say({ do: 'stop', robot: 99 }); hear();"),
    stopped: /robot: expected one that was created/,
  },
  'makes an event in the past': {
    code: raw("begin(); say({ do: 'at', robot: 0, id: 9, time: -1, label: '' }); hear();"),
    stopped: /"at", time: expected a time from 0 on, got -1/,
  },
  'uses the id of an event twice': {
    code: raw("begin(); for (;;) say({ do: 'at', robot: 0, id: 9, time: 5, label: '' });"),
    stopped: /event 9 is pending already/,
  },
  'makes more events than a run may have': {
    code: raw("begin(); for (let id = 1000; ; id++) say({ do: 'at', robot: 0, id, time: 5, label: '' });"),
    stopped: /at most 20000 pending events/,
  },
  'moves by numbers that are none': {
    code: raw(`begin();
const wrong = [];
for (const x of [{ $: 'NaN' }, 'x', null, { $: 'Infinity' }, {}, []]) {
  try { ask({ do: 'move', request: { kind: 'moveTo', x, y: 1, speed: 1, turnRate: 1 } }); wrong.push(x); } catch {}
}
fail('REACHED ' + wrong.length);`),
    stopped: /REACHED 0|expected/,
  },
  'asks for a motion that there is not': {
    code: raw(
      "begin(); try { ask({ do: 'move', request: { kind: 'teleport', x: 50, y: 50 } }); fail('REACHED'); } catch (error) { fail(error.message); }",
    ),
    stopped: /teleport/,
  },
  'asks for the place of its robot without a sensor': {
    code: raw("begin(); fail('pose: ' + JSON.stringify(ask({ do: 'pose' })));"),
    stopped: /^pose: null$/,
  },
  'registers the protocol of the engine for itself': {
    code: raw(
      "begin(); try { ask({ do: 'register', id: 'fifo-link' }); fail('REACHED'); } catch (error) { fail(error.message); }",
    ),
    stopped: /two protocols have the id 'fifo-link'/,
  },
  'notes events in the name of a protocol of the engine': {
    code: raw("begin(); say({ do: 'note', robot: 0, protocol: 'fifo-link', event: 'deliver', value: 1 }); hear();"),
    stopped: /was not registered by the program/,
  },
  'is finished for all robots': {
    code: raw("begin(); for (let i = 0; i < 5; i++) say({ do: 'finished', robot: 0 }); fail('counted once');"),
    stopped: /^counted once$/,
  },
  'nests a request without end': {
    code: raw(
      'begin(); write(\'{"do":"send","robot":0,"to":[1],"protocol":"algorithm","type":"X","content":\' + \'[\'.repeat(5000) + \']\'.repeat(5000) + \'}\'); fail(hear().error.message);',
    ),
    stopped: /more than 64 levels/,
  },
  'makes a request that there is not': {
    code: raw("begin(); say({ do: 'verdict', robot: 0, holds: true }); hear();"),
    stopped: /unknown request "verdict"/,
  },
  'draws numbers without end': {
    code: raw("begin(); say({ do: 'random', robot: 0, stream: 'x', count: 1e9 }); hear();"),
    stopped: /at most 10000/,
  },
  'reads files by the real functions of Node': {
    code: raw("begin(); try { fail('REACHED ' + readFileSync('/etc/hostname')); } catch (error) { fail(error.code); }"),
    stopped: /^ERR_ACCESS_DENIED$/,
  },
  'starts a program by the real functions of Node': {
    code: raw(
      "begin(); const { execSync } = await import('node:child_process'); try { fail('REACHED ' + execSync('id')); } catch (error) { fail(error.code); }",
    ),
    stopped: /^ERR_ACCESS_DENIED$/,
  },
  'starts a thread by the real functions of Node': {
    code: raw(
      "begin(); const { Worker } = await import('node:worker_threads'); try { new Worker('1', { eval: true }); fail('REACHED'); } catch (error) { fail(error.code); }",
    ),
    stopped: /^ERR_ACCESS_DENIED$/,
  },
  'reads the real environment': {
    code: raw('begin(); fail(JSON.stringify(process.env));'),
    stopped: /^\{\}$/,
  },
  'ends by a signal': {
    code: raw("begin(); process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);"),
    stopped: /^process ended by SIGSEGV/,
  },
  'kills its process group': {
    code: raw("begin(); process.kill(0, 'SIGKILL'); setInterval(() => {}, 1000);"),
    stopped: /^process ended by SIGKILL/,
  },
};

describe('a program in place of ours that', () => {
  const graded = overlapping(Object.values(PROGRAMS), ({ code, isEndless = false }) => {
    const place = new Workspace({ ...files, 'program.mjs': code, 'student.ts': student('') });
    return grade(place, { program: place.of('program.mjs'), seconds: isEndless ? HASTE : PATIENCE });
  });

  test.each(Object.entries(PROGRAMS))('%s', async (_name, attack) => {
    const { stopped } = attack;
    expect(matched(await graded(attack), stopped)).toEqual({ score: stopped === undefined ? 10 : 0, reason: stopped });
  });
});

test('no attack has changed the grader', () => {
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
});
