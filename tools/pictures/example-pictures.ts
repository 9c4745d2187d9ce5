/** The pictures of the examples: the run, and the flags for drawing it. */

export interface ExamplePicture {
  /** The folder in `examples`. */
  readonly example: string;
  /** Beneath `docs/pictures`. */
  readonly file: string;
  /** Alternative text for the picture. */
  readonly alt: string;
  /** The command, run in the folder `examples`; the output folder is added. */
  readonly run: readonly string[];
  /** Flags of `kineko render`. */
  readonly flags: readonly string[];
}

function words(command: string): readonly string[] {
  return command.split(' ');
}

function configured(example: string, ...flags: readonly string[]): readonly string[] {
  return ['run', `${example}/robotsim.config`, ...flags];
}

/** Pictures of the README and of the guide to the viewer. */
export const DOCUMENT_PICTURES: readonly ExamplePicture[] = [
  {
    example: 'ask-for-help',
    file: 'demo.gif',
    alt: 'seven robots on a plane; messages travel between them as dots, robots that touch get a red ring',
    // Fewer and larger robots than in the example, so that every message can be followed.
    run: words(
      'run ask-for-help/robotsim.config --time-limit 120 --seed 5' +
        ' --set process.num=7 --set robot.size=42 --set RandomNetwork.lambda=4 --set ghost_mode=false',
    ),
    flags: ['--to', '110', '--speed', '10', '--fps', '9', '--trail', '15', '--size', '420x420'],
  },
  {
    example: 'gathering',
    file: 'gathering.gif',
    alt: 'ten robots gather',
    run: configured('gathering'),
    flags: ['--to', '140', '--speed', '14', '--fps', '10', '--size', '420x420'],
  },
  {
    example: 'random-movement',
    file: 'random-movement.png',
    alt: 'robots that wander',
    run: configured('random-movement'),
    flags: ['--at', '40', '--size', '640x640'],
  },
  {
    example: 'ask-for-help',
    file: 'ask-for-help.png',
    alt: 'robots that ask each other for help',
    run: configured('ask-for-help'),
    flags: ['--at', '20', '--size', '640x640'],
  },
];

/** One for each example with records of robots. */
export const GALLERY_PICTURES: readonly ExamplePicture[] = [
  {
    example: 'random-movement',
    file: 'gallery/random-movement.png',
    alt: 'a hundred robots with short trails',
    run: configured('random-movement'),
    flags: ['--at', '40', '--trail', '8', '--size', '360x360', '--layers=-labels,-destinations'],
  },
  {
    example: 'gathering',
    file: 'gallery/gathering.png',
    alt: 'ten robots on their way to one point',
    run: configured('gathering'),
    flags: ['--at', '60', '--trail', '60', '--size', '360x360'],
  },
  {
    example: 'ask-for-help',
    file: 'gallery/ask-for-help.png',
    alt: 'messages on their way between ten robots',
    run: configured('ask-for-help'),
    flags: ['--at', '3', '--size', '360x360'],
  },
  {
    example: 'path-reservation',
    file: 'gallery/path-reservation.png',
    alt: 'six robots and the messages by which they reserve their paths',
    run: configured('path-reservation'),
    flags: ['--at', '24', '--trail', '15', '--size', '360x360'],
  },
  {
    example: 'circle-formation',
    file: 'gallery/circle-formation.png',
    alt: 'eight robots on a circle, with their trails',
    run: configured('circle-formation'),
    flags: ['--trail', '300', '--size', '360x360'],
  },
  {
    example: 'look-compute-move',
    file: 'gallery/look-compute-move.png',
    alt: 'two robots, one with a white and one with a black light, on their way to each other',
    run: configured('look-compute-move'),
    flags: ['--at', '2', '--size', '360x360'],
  },
  {
    example: 'flocking',
    file: 'gallery/flocking.png',
    alt: 'ten robots that move in the same direction',
    run: configured('flocking', '--time-limit', '60'),
    flags: ['--at', '30', '--trail', '10', '--follow', '0', '--size', '360x360', '--layers=-messages'],
  },
  {
    example: 'area-coverage',
    file: 'gallery/area-coverage.png',
    alt: 'twelve robots spread over a rectangle, with the paths that led there',
    run: ['run', 'area-coverage/coverage.config'],
    flags: ['--trail', '60', '--size', '360x300'],
  },
  {
    example: 'plans',
    file: 'gallery/plans.png',
    alt: 'a plan of 56 robots between blocked cells',
    run: words('run plans/warren-24.scen --plan warren-24.paths.txt --execution clock --seed 1'),
    flags: ['--at', '12', '--trail', '3', '--size', '360x360'],
  },
  {
    example: 'orca',
    file: 'gallery/orca.png',
    alt: 'twelve robots that swap sides pass each other in the centre',
    run: ['run', 'orca/orca.config'],
    flags: ['--at', '6', '--trail', '6', '--size', '360x360', '--layers=-messages'],
  },
  {
    example: 'first-algorithm',
    file: 'gallery/first-algorithm.png',
    alt: 'ten robots, most of them gathered',
    run: ['run', 'first-algorithm/gathering.config', '--seed', '42'],
    flags: ['--at', '120', '--trail', '60', '--size', '360x360'],
  },
  {
    example: 'viewer-layer',
    file: 'gallery/viewer-layer.png',
    alt: 'robots with a line to the centre of all',
    run: configured('gathering'),
    flags: ['--at', '60', '--size', '360x360', '--layer', 'viewer-layer/centre.ts'],
  },
  {
    example: 'experiments',
    file: 'gallery/experiments.png',
    alt: 'twenty robots that move like the discs of a gas',
    run: ['run', 'experiments/gas.config', '--seed', '1'],
    flags: ['--at', '200', '--trail', '30', '--size', '360x360'],
  },
  {
    example: 'deeco',
    file: 'gallery/deeco.png',
    alt: 'two teams that collect items',
    run: ['run', 'deeco/competition.xml', '--seed', '7'],
    flags: ['--at', '60', '--size', '360x420', '--layers', 'deeco/configs/competition-config.xml'],
  },
  {
    example: 'crsim',
    file: 'gallery/crsim.png',
    alt: 'four robots that search for lamps between crates',
    run: ['run', 'crsim/search.xml', '--robot', '*=crsim/searcher.ts', '--seed', '1'],
    flags: ['--at', '30', '--trail', '15', '--size', '360x360', '--layers=-messages'],
  },
  {
    example: 'chirp',
    file: 'gallery/chirp.png',
    alt: 'six robots that turn away from walls and each other',
    run: words('serve chirp/avoidance --controllers --port 0 --lockstep 0.05 --time-limit 12 --seed 1'),
    flags: ['--trail', '12', '--size', '360x360'],
  },
  ...(['clock', 'adg'] as const).map((execution) => ({
    example: 'plan-execution',
    file: `gallery/plan-execution-${execution}.png`,
    alt: { clock: 'late robots that follow a plan by the clock overlap', adg: 'late robots that wait for each other' }[
      execution
    ],
    run: [
      ...words(`run plan-execution/ladder.paths.txt --scen ladder.scen --seed 3 --execution ${execution}`),
      '--set',
      'plan.delay=0.2 2',
    ],
    flags: ['--at', '8.5', '--trail', '4', '--size', '360x180', '--layers=-messages'],
  })),
];
