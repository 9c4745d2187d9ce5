/** The front end for Look-Compute-Move. */
import { VALUE } from '@kineko/run';
import type { CliFrontEnd } from '@kineko/run/console';
import { LCM_FILES } from '../format/recognition.js';
import { LIGHT_KINDS } from '../format/table.js';

export const lcmFrontEnd: CliFrontEnd = {
  ...LCM_FILES,
  plural: 'activation schedules',
  load: async (source, host) => (await import('../run/schedule-scenario.js')).loadSchedule(source, host),
  subcommands: [
    {
      usage: 'lcm <what> [algorithms..]',
      does: 'decide whether two Look-Compute-Move robots gather, for tables and schedulers; shrink activation schedules',
      positionals: {
        what: {
          type: 'string',
          choices: ['matrix', 'enumerate', 'shrink', 'link'],
          describe:
            'verdicts on tables; all tables of a class that gather; a smaller activation schedule; a link to it',
        },
        algorithms: {
          type: 'string',
          array: true,
          describe:
            'names of tables, or YAML files with palette, lights and rules (default: all built-in ones); with shrink and link, an activation schedule',
        },
      },
      flags: {
        schedulers: { ...VALUE, array: true, describe: 'schedulers of the matrix (default: all twelve)' },
        save: { ...VALUE, describe: 'folder for the counterexamples of the matrix, as activation schedules' },
        property: {
          ...VALUE,
          alias: 'p',
          describe: 'property that the schedule violates, such as no-meeting (with shrink)',
        },
        playground: { ...VALUE, describe: 'address of a playground that opens the schedule (with link)' },
        lights: { ...VALUE, choices: LIGHT_KINDS, describe: 'lights that a robot sees (with enumerate)' },
        colors: { ...VALUE, describe: 'number of colours (with enumerate)' },
        scheduler: { ...VALUE, describe: 'scheduler (with enumerate)' },
        initial: {
          ...VALUE,
          choices: ['any', 'equal', 'preset'],
          default: 'any',
          describe: 'initial colours: any two, any common one, or one that the designer chooses',
        },
        rigid: { type: 'boolean', default: false, describe: 'every move reaches its target' },
        json: { type: 'boolean', default: false, describe: 'print the result as JSON' },
      },
      examples: [
        ['$0 lcm matrix', 'all built-in tables under all schedulers'],
        ['$0 lcm matrix Vig2Cols mine.yaml --schedulers ssync,async', 'two tables under two schedulers'],
        ['$0 lcm matrix ToHalf --save schedules', 'each counterexample as a file'],
        ['$0 lcm shrink found.yaml -p no-meeting > small.yaml', 'as few robots and steps as possible'],
        [
          '$0 lcm link found.yaml --playground https://example.org/kineko/',
          'an address that opens it in the playground',
        ],
        ['$0 lcm enumerate --lights external --colors 3 --scheduler ssync', 'all tables of a class that gather'],
      ],
      run: async (args, context) => (await import('./lcm-command.js')).lcm(args, context),
    },
  ],
};
