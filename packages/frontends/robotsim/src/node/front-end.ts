/** The front end for Neko configurations. */
import process from 'node:process';
import type { LabFrontEnd } from '@kineko/lab';
import { VALUE, VALUES } from '@kineko/run';
import { type CliFrontEnd, SERVED_RUN_FLAGS } from '@kineko/run/console';
import { ROBOTSIM_FILES } from '../format/recognition.js';
import type { MoreAlgorithms } from '../run/setup/algorithms.js';

/** @param algorithms Loads the algorithms of packages that are built on this one. */
export const robotsimFrontEnd = (algorithms?: MoreAlgorithms): CliFrontEnd & LabFrontEnd => ({
  ...ROBOTSIM_FILES,
  plural: 'Neko configurations',
  flags: {
    algorithms: {
      ...VALUE,
      commands: ['run'],
      describe: 'command of a program that runs the algorithms, such as "python3 mine.py"',
    },
  },
  load: async (source, host, { env = process.env, cwd = process.cwd(), flags = {} } = {}) => {
    const { robotsim } = await import('../run/scenario.js');
    const command = flags['algorithms'] as string | undefined;
    const program =
      command === undefined
        ? undefined
        : await (await import('./algorithm-program.js')).startAlgorithms(command, { cwd, env });
    const real = async () => {
      const { realRuns } = await import('./real-run.js');
      return realRuns({ token: env['KINEKO_TOKEN'] });
    };
    try {
      return await robotsim({ real, program, ...(algorithms !== undefined && { algorithms }) }).load(source, host);
    } catch (error) {
      program?.end();
      throw error;
    }
  },
  catalogs: async () => (await import('../run/setup/catalogs.js')).robotsimCatalogs(await algorithms?.()),
  knobs: async (variations, options) => (await import('../lab/knobs.js')).robotsimKnobs(variations, options),
  submissions: async () => (await import('../lab/submissions.js')).SUBMISSIONS,
  processes: async (scenario, seed) => (await import('../run/scenario.js')).processesOf(scenario, seed),
  serving: {
    flags: {
      // Its value may be missing.
      rosbridge: {
        type: 'string',
        requiresArg: false,
        describe:
          'serve clients of ROS by rosbridge on this port (default: 9090; 0 for any free one): /robotN/cmd_vel drives',
      },
      hz: { ...VALUE, describe: 'messages per topic and second (default: 20)' },
      'scan-rays': { ...VALUE, describe: 'number of rays of /robotN/scan (default: 360)' },
      'scan-range': { ...VALUE, describe: 'length of these rays in metres (default: across the world)' },
      'allow-origin': {
        ...VALUES,
        describe: 'origin of a web page that may connect, such as https://example.org (default: pages of this machine)',
      },
      ...SERVED_RUN_FLAGS,
    },
    examples: [['$0 serve robots.config --rosbridge', 'roslib drives the robots at ws://localhost:9090']],
    serve: async (request, context) => (await import('./serve-rosbridge.js')).serveRosbridge(request, context),
  },
  subcommands: [
    {
      usage: 'schema',
      does: 'print the JSON Schema of configurations, for editors',
      examples: [
        [
          '$0 schema > robotsim.schema.json',
          'then, atop a YAML file: # yaml-language-server: $schema=robotsim.schema.json',
        ],
      ],
      run: async (_args, context) => (await import('./schema.js')).schema(context),
    },
    {
      usage: 'slave [port]',
      does: 'wait for a master, and run one process of its run over real networks',
      positionals: {
        port: { type: 'string', default: '8632', describe: 'port to listen on; 0 for any free port' },
      },
      flags: {
        listen: {
          ...VALUE,
          describe: 'address to listen on (default: this machine only); needs the same KINEKO_TOKEN on all machines',
        },
        plugin: {
          ...VALUES,
          describe: '.ts or .js file with algorithms or protocols that the master may name (may be repeated)',
        },
        quiet: { alias: 'q', type: 'boolean', default: false, describe: 'print errors only' },
        verbose: { alias: 'v', type: 'count', describe: 'print more: -v messages of authors, -vv everything' },
      },
      examples: [
        ['$0 slave 8632', 'then, elsewhere: kineko run test.config, with simulation = false and slave = host:8632'],
      ],
      run: async (args, context) => (await import('./slave.js')).slave(args, context),
    },
  ],
});
