import { MAX_PROCESSES } from '@kineko/formats/text';
import { type KeyTable, RUN_KEYS } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

/** What java.util.logging calls its levels, the highest first. */
const LEVELS = ['OFF', 'SEVERE', 'WARNING', 'INFO', 'CONFIG', 'FINE', 'FINER', 'FINEST', 'ALL'] as const;

export const GENERAL_KEYS = {
  include: {
    type: 'files',
    doc: 'other files to be read, beside this one; what stands here wins over what stands there',
    example: 'base.config',
  },
  $schema: { type: 'text', effect: 'unneeded', doc: 'for editors: where the JSON Schema is' },
  simulation: {
    type: 'boolean',
    default: 'true',
    doc: 'whether time is simulated; if not, processes talk over real networks, and there are no robots',
  },
  'simulation.time': RUN_KEYS['simulation.time'],
  'simulation.events': {
    type: 'integer',
    range: { min: 1 },
    doc: 'after how many events the run ends at the latest',
    example: '1000000',
  },
  'simulation.speed': RUN_KEYS['simulation.speed'],
  seed: RUN_KEYS.seed,
  'process.num': {
    type: 'integer',
    range: { min: 1, max: MAX_PROCESSES },
    derived: 'the highest number of a `bornpoint`, else the number of slaves + 1',
    doc: 'the number of processes, which is that of the robots; their ids are 0, 1, …',
    example: '10',
  },
  'process.initializer': {
    type: 'class',
    default: 'RobotSimInitializer',
    per: 'process',
    doc: 'what puts a process together: its algorithm over its protocols over the network',
  },
  'process.initilaizer': { type: 'class', aliasOf: 'process.initializer', mend: true, doc: 'as the thesis spells it' },
  algorithm: {
    type: 'class',
    doc: 'what each process runs; with robots the same as `robot.algorithm`',
    example: './ping.ts',
  },
  protocol: {
    type: 'classes',
    default: '',
    doc: 'microprotocols between the network and the algorithm, the lowest first',
    example: 'FifoLink, LamportBroadcast',
  },
  'process.crash.start': {
    type: 'numbers',
    range: { min: 0 },
    unit: 's',
    per: 'process',
    doc: 'when processes crash',
    example: '10, 50',
  },
  'process.crash.stop': {
    type: 'numbers',
    range: { min: 0 },
    unit: 's',
    per: 'process',
    doc: 'when they recover, each after the crash of the same place in the list',
    example: '20',
  },
  faults: {
    type: 'entries',
    of: 'fault',
    doc: 'what goes wrong: a list, or the name of a YAML or JSON file with one',
    example: 'faults.yaml',
  },
  'messages.level': {
    type: 'word',
    words: LEVELS,
    default: 'FINE',
    doc: 'how much the log tells of messages: none above FINE, sends and deliveries with it, their returns too with FINER',
  },
  'FileHandler.pattern': { type: 'file', doc: 'where the log goes', example: 'run.log' },
  'java.util.logging.FileHandler.pattern': {
    type: 'file',
    aliasOf: 'FileHandler.pattern',
    doc: 'the whole name of it',
  },
  'startup.symmetric': {
    type: 'boolean',
    default: 'false',
    doc: 'over real networks: whether all processes are started by the same command',
  },
  slave: {
    type: 'texts',
    default: '',
    doc: 'over real networks: where the other processes wait, `host` or `host:port` each',
    example: 'localhost:8632, localhost:8633',
  },
  master: { type: 'text', doc: 'over real networks: where process 0 is, `host` or `host:port`', example: 'localhost' },
  'master.retry': {
    type: 'integer',
    range: { min: 0 },
    default: '5',
    doc: 'how often it is tried to reach the master',
  },
  'master.retry.interval': {
    type: 'number',
    range: { min: 0 },
    unit: 'ms',
    default: '1000',
    doc: 'time between two tries',
  },
  'simulation.engine': { type: 'text', effect: 'unneeded', doc: 'there is one engine' },
  timeFormat: { type: 'text', effect: 'unneeded', doc: 'times in logs have three decimals' },
  'random.backwardCompatible': { type: 'boolean', effect: 'unneeded', doc: 'random numbers are of another generator' },
  'clock.precise': { type: 'boolean', effect: 'unneeded', doc: 'clocks always are' },
  handlers: { type: 'texts', effect: 'unneeded', doc: 'logs go where the command line says' },
  '.level': { type: 'text', effect: 'unneeded', doc: "for Java's loggers" },
  '<name>.level': { type: 'text', effect: 'unneeded', doc: "for Java's loggers" },
  'java.util.logging.<name>': { type: 'text', effect: 'unneeded', doc: "for Java's loggers" },
  'lse.neko.util.logging.<name>': { type: 'text', effect: 'unneeded', doc: "for Java's loggers" },
} as const satisfies KeyTable<ValueType>;
