/**
 * Kineko's lint rules: bans that keep the engine deterministic, so that the same config and seed give the same bytes on any
 * machine. `.oxlintrc.json` lists where they apply.
 *
 * The built-in `no-restricted-*` rules do not see `const m = Math`, `declare const setTimeout`, casts of `globalThis`,
 * nor the `**` operator, and would need the list of functions once for each form of access.
 */
import { isBuiltin } from 'node:module';
import { globalUses, writtenName } from './global-uses.js';
import { unplain } from './plain-english.js';

const useStream = 'draw from a named random stream of @kineko/kernel, handed in by the run';
const useSimulatedTime = "read the simulator's own time (`now`)";
const measureOutside = 'measure in bench/, not in the engine';
const useEvents = 'schedule an event, or await `sleep` of @kineko/kernel';
const useBarrier = 'only packages/foundation/kernel/src/barrier.ts hands turns over: await a wait of @kineko/kernel';
const useAdapter = 'what needs the host lives in src/node/, behind a subpath, and hands in plain values';
const useWait = '`all`, `first` and `timeout` of @kineko/kernel disarm the losers';
const usePlainStrings = 'compare with < and print with String(x) or a printer of @kineko/formats';

const modulesOf = {
  randomness: { crypto: `draws from the machine: ${useStream}` },
  clock: { perf_hooks: `reads the wall clock: ${measureOutside}` },
  time: {
    timers: `waits for the wall clock: ${useEvents}`,
    'timers/promises': `waits for the wall clock: ${useEvents}`,
    worker_threads: 'answers when the other thread is ready: whole runs go to workers, in @kineko/lab',
  },
};

const noRandomness = ban({
  globals: {
    'Math.random': `is seeded by the engine: ${useStream}`,
    crypto: `draws from the machine: ${useStream}`,
  },
  modules: modulesOf.randomness,
});

const noWallClock = ban({
  globals: {
    Date: `belongs to the wall clock: ${useSimulatedTime}`,
    Temporal: `belongs to the wall clock: ${useSimulatedTime}`,
    performance: `reads the wall clock: ${useSimulatedTime}`,
    'process.hrtime': `reads the wall clock: ${useSimulatedTime}`,
    'process.uptime': `reads the wall clock: ${useSimulatedTime}`,
    'process.cpuUsage': `reads the machine's clock: ${measureOutside}`,
    'console.time': `reads the wall clock: ${measureOutside}`,
    'console.timeLog': `reads the wall clock: ${measureOutside}`,
    'console.timeEnd': `reads the wall clock: ${measureOutside}`,
  },
  modules: modulesOf.clock,
});

const noTimers = ban({
  globals: {
    setTimeout: `waits for the wall clock: ${useEvents}`,
    setInterval: `waits for the wall clock: ${useEvents}`,
    requestAnimationFrame: `waits for the screen: ${useEvents}`,
    requestIdleCallback: `waits for the machine: ${useEvents}`,
    'AbortSignal.timeout': `waits for the wall clock: ${useEvents}`,
    'Atomics.wait': `waits for another thread: ${useEvents}`,
    'Atomics.waitAsync': `waits for another thread: ${useEvents}`,
    setImmediate: `runs outside the order of events: ${useBarrier}`,
    'process.nextTick': `runs outside the order of events: ${useBarrier}`,
    queueMicrotask: `runs outside the order of events: ${useBarrier}`,
    MessageChannel: `runs outside the order of events: ${useBarrier}`,
  },
  modules: modulesOf.time,
});

const noHost = ban({
  globals: {
    'process.env': `differs from machine to machine: ${useAdapter}`,
    'process.argv': `differs from run to run: ${useAdapter}`,
    'process.pid': `differs from run to run: ${useAdapter}`,
    'process.memoryUsage': `differs from run to run: ${useAdapter}`,
    navigator: `differs from machine to machine: ${useAdapter}`,
    WeakRef: `shows when the garbage collector ran: hold the object, or forget it on purpose`,
    FinalizationRegistry: `shows when the garbage collector ran: clean up at an event`,
  },
  // Below src/node/, where this rule is off, the modules with a rule of their own stay banned.
  judgeModule: (module) =>
    Object.values(modulesOf).some((banned) => own(banned, module))
      ? undefined
      : `belongs to Node, and the engine also runs in a page: ${useAdapter}`,
});

const noLocale = ban({
  globals: { Intl: `depends on the machine's locale and its tables: ${usePlainStrings}` },
  members: {
    localeCompare: `depends on the machine's locale: ${usePlainStrings}`,
    toLocaleString: `depends on the machine's locale: ${usePlainStrings}`,
    toLocaleDateString: `depends on the machine's locale: ${usePlainStrings}`,
    toLocaleTimeString: `depends on the machine's locale: ${usePlainStrings}`,
    toLocaleLowerCase: `depends on the machine's locale: use toLowerCase()`,
    toLocaleUpperCase: `depends on the machine's locale: use toUpperCase()`,
  },
});

// An allow-list: functions that ECMAScript adds to Math later are banned until they have been reviewed.
const exactMath = new Set(
  `abs sqrt floor ceil round trunc sign min max imul clz32 fround f16round
   PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2`.split(/\s+/),
);

const elementary = '@kineko/geometry';
const insteadOfMath = {
  sin: `use sin of ${elementary}`,
  cos: `use cos of ${elementary}`,
  tan: `divide sin by cos of ${elementary}`,
  asin: `use atan2 of ${elementary}`,
  acos: `use atan2 of ${elementary}`,
  atan: `use atan2 of ${elementary}`,
  atan2: `use atan2 of ${elementary}`,
  log: 'use log of @kineko/kernel (src/log.ts)',
  hypot: 'write Math.sqrt(x * x + y * y)',
  pow: 'multiply it out, shift (1 << 27), or write the constant down',
};
const writeItOut = `write it with + - * / and Math.sqrt, or add it to ${elementary} with a test against fdlibm`;

const noInexactMath = ban({
  judgeGlobal([root, name]) {
    if (root !== 'Math' || name === undefined || name === 'random' || exactMath.has(name)) return undefined;
    return `may be rounded differently by another engine: ${own(insteadOfMath, name) ?? writeItOut}`;
  },
  visitor: (report) => {
    const check = (node) => {
      // A bigint power is exact, and bigints mix with no other type, so one literal decides.
      if (node.left.bigint || node.right.bigint) return;
      report(node, '**', `may be rounded differently by another engine: ${insteadOfMath.pow}`);
    };
    return {
      "BinaryExpression[operator='**']": check,
      "AssignmentExpression[operator='**=']": check,
    };
  },
});

const noGlobalAlias = ban({
  aliases: {
    Math: 'handed on whole hides what is taken from it: write Math.floor(…) where it is used',
    process: 'handed on whole hides what is taken from it: write process.… where it is used',
    console: 'handed on whole hides what is taken from it: emit a record',
    globalThis: 'handed on whole hides what is taken from it: write the name itself',
  },
});

const combinatorMessage = `abandons the losers, and an abandoned receive eats messages: ${useWait}`;
const noPromiseCombinators = ban({
  globals: {
    'Promise.all': combinatorMessage,
    'Promise.allSettled': combinatorMessage,
    'Promise.any': combinatorMessage,
    'Promise.race': combinatorMessage,
  },
  aliases: { Promise: `handed on whole hides which combinator is used: ${useWait}` },
});

const reasonedDisable = {
  meta: { schema: [] },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!/^\s*(?:oxlint|eslint)-disable/.test(comment.value) || /\s--\s+\S/.test(comment.value)) continue;
        context.report({
          loc: comment.loc,
          message: 'A rule is switched off without a reason: write `oxlint-disable-next-line <rule> -- <why>`',
        });
      }
    },
  }),
};

const plainEnglish = {
  meta: { schema: [] },
  create(context) {
    const check = (place, text) => {
      for (const { phrase, advice } of unplain(text)) {
        context.report({ ...place, message: `"${phrase}" is hard to read: ${advice}` });
      }
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          check({ loc: comment.loc }, comment.value.replace(/^\s*\*+ ?/gm, '').trim());
        }
      },
      Literal: (node) => typeof node.value === 'string' && node.value.includes(' ') && check({ node }, node.value),
      TemplateElement: (node) => check({ node }, node.value.cooked ?? ''),
      JSXText: (node) => check({ node }, node.value.trim()),
    };
  },
};

export default {
  meta: { name: 'kineko' },
  rules: {
    'no-randomness': noRandomness,
    'no-wall-clock': noWallClock,
    'no-timers': noTimers,
    'no-host': noHost,
    'no-locale': noLocale,
    'no-inexact-math': noInexactMath,
    'no-global-alias': noGlobalAlias,
    'no-promise-combinators': noPromiseCombinators,
    'reasoned-disable': reasonedDisable,
    'plain-english': plainEnglish,
  },
};

/**
 * A rule that bans names. Each message continues after the name: "<name> <message>".
 *
 * The option `allow` lists exceptions.
 *
 * @param {object} bans
 * @param {Record<string, string>} [bans.globals] dotted paths from the global object; what lies beneath is banned too
 * @param {(path: string[]) => string | undefined} [bans.judgeGlobal] the same as a function
 * @param {Record<string, string>} [bans.members] names of members of anything
 * @param {Record<string, string>} [bans.aliases] globals that must not be handed on whole
 * @param {Record<string, string>} [bans.modules] Node's modules, without `node:`
 * @param {(module: string) => string | undefined} [bans.judgeModule] the same as a function
 * @param {Function} [bans.visitor] anything else
 */
function ban({ globals = {}, members = {}, aliases = {}, modules = {}, visitor, ...bans }) {
  const judgeGlobal =
    bans.judgeGlobal ??
    ((path) =>
      prefixes(path)
        .map((prefix) => own(globals, prefix))
        .find(Boolean));
  const judgeModule = bans.judgeModule ?? ((module) => own(modules, module));

  return {
    meta: {
      schema: [
        {
          type: 'object',
          properties: { allow: { type: 'array', items: { type: 'string' } } },
          additionalProperties: false,
        },
      ],
    },
    create(context) {
      const allowed = new Set(context.options[0]?.allow ?? []);
      const report = (node, name, message) => context.report({ node, message: `${name} ${message}` });

      const checkGlobal = ({ path, escapes, node }) => {
        const name = path.join('.') || 'globalThis';
        if ([name, ...prefixes(path)].some((prefix) => allowed.has(prefix))) return;
        const message = judgeGlobal(path) ?? (escapes ? own(aliases, name) : undefined);
        if (message) report(node, name, message);
      };
      const checkMember = (node, key) => {
        const name = writtenName(key, node.computed);
        const message = name && own(members, name);
        if (message) report(node, name, message);
      };
      const checkModule = (node, source) => {
        const name = source && writtenName(source);
        const message = name && isBuiltin(name) && judgeModule(name.replace(/^node:/, ''));
        if (message) report(node, `The module ${name}`, message);
      };

      return {
        Program: () => globalUses(context.sourceCode).forEach(checkGlobal),
        MemberExpression: (node) => checkMember(node, node.property),
        'ObjectPattern > Property': (node) => checkMember(node, node.key),
        ImportDeclaration: (node) => checkModule(node, node.source),
        ExportAllDeclaration: (node) => checkModule(node, node.source),
        ExportNamedDeclaration: (node) => checkModule(node, node.source),
        ImportExpression: (node) => checkModule(node, node.source),
        TSImportType: (node) => checkModule(node, node.source),
        TSExternalModuleReference: (node) => checkModule(node, node.expression),
        ...visitor?.(report),
      };
    },
  };
}

/** ['Math', 'sin'] → ['Math', 'Math.sin'] */
function prefixes(path) {
  return path.map((_, index) => path.slice(0, index + 1).join('.'));
}

/** Own entries only: a global named `toString` or `constructor` is not in the table. */
function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
