/** The front end for environments of the Cooperative Robotics Simulator. */
import process from 'node:process';
import { escapeText } from '@kineko/formats/problem';
import { VALUE, VALUES } from '@kineko/run';
import type { CliFrontEnd } from '@kineko/run/console';
import { CRSIM_FILES } from '../format/files.js';
import { ROBOT_OPTION, robotFiles } from './robot-files.js';

export const crsimFrontEnd: CliFrontEnd = {
  ...CRSIM_FILES,
  plural: 'environments of the Cooperative Robotics Simulator',
  flags: {
    spawn: {
      ...VALUE,
      describe: 'of an environment: start a program for each robot, "python3 robot.py {name}"',
      commands: ['run'],
      settings: (spawn) => ({ spawn: spawn as string }),
    },
    robot: {
      ...VALUES,
      requiresArg: true,
      describe: ROBOT_OPTION,
      commands: ['run'],
      settings: (robots, path, cwd) => robotFiles(robots as readonly string[], path, cwd),
    },
  },
  load: async (source, host, { cwd = process.cwd(), stderr = process.stderr } = {}) => {
    const { crsim } = await import('../run/scenario.js');
    const starter = async () => {
      const { robotStarter } = await import('./spawn.js');
      const printed = (robot: string, line: string): void => void stderr.write(`${escapeText(`${robot}: ${line}`)}\n`);
      return robotStarter({ cwd, printed });
    };
    return crsim({ clock: wallTime, starter }).load(source, host);
  },
  serving: {
    flags: {
      robots: { ...VALUE, describe: 'the port for robots (8000; 0 for any free one)' },
      viewers: { ...VALUE, describe: 'the port for viewers (3000)' },
      panels: { ...VALUE, describe: 'the port for control panels (9000)' },
      web: { ...VALUE, describe: 'the port for pages (the first free one from 7365 on)' },
      host: { ...VALUE, describe: 'with --listen: a name by which pages may call this machine' },
      spawn: { ...VALUE, describe: 'start a program for each robot: "python3 robot.py {name}" ({host}, {port})' },
      robot: { ...VALUES, requiresArg: true, describe: ROBOT_OPTION },
      record: { ...VALUE, describe: 'keep the orders of runs in this file: kineko run gives them again' },
      plugin: {
        ...VALUES,
        describe:
          'a .ts or .js file beneath the folder of the model, with sensors, effectors, shapes or maps (may be repeated)',
      },
      deadline: { ...VALUE, describe: 'how long a step waits for a robot, in ms (5000)' },
      'step-pause': { ...VALUE, describe: 'how long to wait after each step, in ms (0)' },
    },
    examples: [
      ['$0 serve one-robot.xml', 'wait for the robots of the model; it runs when all are there'],
      ['$0 serve search.xml --spawn "python3 searcher.py {name}"', 'start the robots, too'],
      ['$0 serve search.xml --robot "*=searcher.ts" --step-pause 100', 'robots in this program, to look on'],
      ['$0 serve', 'wait for a control panel that loads a model'],
    ],
    withoutFile: 'a control panel loads an environment',
    trialFlags: ({ plugin }) => ({ robots: '0', viewers: '0', panels: '0', plugin }),
    serve: async (request, context) => (await import('./serve-model.js')).serveCrsimModel(request, context),
  },
};

/** For deadlines; the clock of the server would load all of the server. */
const wallTime = {
  now: () => performance.now(),
  after: (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
