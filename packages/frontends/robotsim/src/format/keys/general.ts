import { type KeyTable, RUN_KEYS } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { COUNT, OFF, ON } from './rows.js';

/** The levels of java.util.logging, the highest first. */
const LEVELS = ['OFF', 'SEVERE', 'WARNING', 'INFO', 'CONFIG', 'FINE', 'FINER', 'FINEST', 'ALL'] as const;

const TIMES = { type: 'numbers', range: { min: 0 }, unit: 's', per: 'process' } as const;

export const GENERAL_KEYS = {
  include: {
    type: 'files',
    doc: 'other files to read, relative to this one; values of this file override theirs',
    example: 'base.config',
  },
  $schema: { type: 'text', effect: 'unneeded', doc: 'address of the JSON Schema, for editors' },
  simulation: {
    ...ON,
    doc: 'whether time is simulated; if not, processes communicate over real networks, and there are no robots',
  },
  'simulation.time': RUN_KEYS['simulation.time'],
  'simulation.events': { ...COUNT, doc: 'maximum number of events of the run', example: '1000000' },
  'simulation.speed': RUN_KEYS['simulation.speed'],
  seed: RUN_KEYS.seed,
  'process.num': {
    type: 'integer',
    range: { min: 1, max: 1_000_000 },
    derived: 'the highest number of a `bornpoint`, else the number of slaves + 1',
    doc: 'number of processes, and of robots; their ids are 0, 1, …',
    example: '10',
  },
  'process.initializer': {
    type: 'class',
    default: 'RobotSimInitializer',
    per: 'process',
    doc: 'class that assembles a process: its algorithm on its protocols on the network',
  },
  'process.initilaizer': {
    type: 'class',
    aliasOf: 'process.initializer',
    mend: true,
    doc: 'the spelling of the thesis',
  },
  algorithm: {
    type: 'class',
    doc: 'algorithm of each process; with robots the same as `robot.algorithm`',
    example: './ping.ts',
  },
  protocol: {
    type: 'classes',
    default: '',
    doc: 'microprotocols between the network and the algorithm, the lowest first',
    example: 'FifoLink, LamportBroadcast',
  },
  'process.crash.start': { ...TIMES, doc: 'times at which processes crash', example: '10, 50' },
  'process.crash.memory': {
    type: 'word',
    words: ['kept', 'lost'],
    default: 'kept',
    per: 'process',
    doc: 'whether a process that recovers continues, or starts again with its stable storage only',
  },
  'process.crash.stop': { ...TIMES, doc: 'times at which they recover, one for each crash in order', example: '20' },
  faults: {
    type: 'entries',
    of: 'fault',
    doc: 'fault schedule: a list, or the name of a YAML or JSON file with one',
    example: 'faults.yaml',
  },
  'messages.level': {
    type: 'word',
    words: LEVELS,
    default: 'FINE',
    doc: 'detail of messages in the log: none above FINE, sends and deliveries at FINE, their returns too at FINER',
  },
  'FileHandler.pattern': { type: 'file', doc: 'path of the log', example: 'run.log' },
  'java.util.logging.FileHandler.pattern': {
    type: 'file',
    aliasOf: 'FileHandler.pattern',
    doc: 'the full name of the key',
  },
  'startup.symmetric': {
    ...OFF,
    doc: 'over real networks: whether all processes are started by the same command',
  },
  slave: {
    type: 'texts',
    default: '',
    doc: 'over real networks: addresses of the other processes, `host` or `host:port` each',
    example: 'localhost:8632, localhost:8633',
  },
  master: {
    type: 'text',
    doc: 'over real networks: address of process 0, `host` or `host:port`',
    example: 'localhost',
  },
  'master.retry': {
    type: 'integer',
    range: { min: 0 },
    default: '5',
    doc: 'number of attempts to reach the master',
  },
  'master.retry.interval': {
    type: 'number',
    range: { min: 0 },
    unit: 'ms',
    default: '1000',
    doc: 'time between two attempts',
  },
} as const satisfies KeyTable<ValueType>;
