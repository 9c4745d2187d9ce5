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
      describe: 'command that starts a program for each robot: "python3 robot.py {name}" (environments)',
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
      return robotStarter(cwd, (robot, line) => void stderr.write(`${escapeText(`${robot}: ${line}`)}\n`));
    };
    return crsim({ clock: wallTime, starter }).load(source, host);
  },
  serving: {
    flags: {
      robots: { ...VALUE, describe: 'port for robots (default: 8000); 0 for any free one' },
      viewers: { ...VALUE, describe: 'port for viewers (default: 3000)' },
      panels: { ...VALUE, describe: 'port for control panels (default: 9000)' },
      web: { ...VALUE, describe: 'port for pages (default: the first free one from 7365 on)' },
      host: { ...VALUE, describe: 'host name of this machine for pages (with --listen)' },
      spawn: {
        ...VALUE,
        describe: 'command that starts a program for each robot: "python3 robot.py {name}" ({host}, {port})',
      },
      robot: { ...VALUES, requiresArg: true, describe: ROBOT_OPTION },
      record: { ...VALUE, describe: 'file for the commands of runs, which kineko run replays' },
      plugin: {
        ...VALUES,
        describe:
          '.ts or .js file below the folder of the model, with sensors, effectors, shapes or maps (may be repeated)',
      },
      deadline: { ...VALUE, describe: 'time in ms that a step waits for a robot (default: 5000)' },
      'step-pause': { ...VALUE, describe: 'pause after each step in ms (default: 0)' },
    },
    examples: [
      ['$0 serve one-robot.xml', 'wait for the robots of the model, and run when all are connected'],
      ['$0 serve search.xml --spawn "python3 searcher.py {name}"', 'start the programs of the robots, too'],
      ['$0 serve search.xml --robot "*=searcher.ts" --step-pause 100', 'run the robots in this process, slowly'],
      ['$0 serve', 'wait for a control panel to load a model'],
    ],
    withoutFile: 'a control panel loads an environment',
    trialFlags: ({ plugin }) => ({ robots: '0', viewers: '0', panels: '0', plugin }),
    serve: async (request, context) => (await import('./serve-model.js')).serveCrsimModel(request, context),
  },
};

/** For deadlines. Importing the clock of @kineko/server would load the whole server. */
const wallTime = {
  now: () => performance.now(),
  after: (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
