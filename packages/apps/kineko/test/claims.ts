/** Published claims about Look-Compute-Move robots, and the commands that check them. */

export interface Claim {
  /** Number in the page. */
  readonly id: number;
  readonly claim: string;
  readonly source: string;
  /** Commands whose results must be as expected; empty if the claim cannot be expressed. */
  readonly checks: readonly ClaimCheck[];
  /** Why it cannot be expressed, or what the checks leave open. */
  readonly note?: string;
}

export interface ClaimCheck {
  /** Arguments of `kineko`. */
  readonly command: string;
  /** Verdicts of all cells of a matrix, or of a search; or the number of tables of a class that gather. */
  readonly expects: 'P' | 'F' | 'holds' | 'violated' | number;
}

const POINTS = `robot.size = 0
ghost_mode = true
lcm.scheduler = ssync
lcm.multiplicity = strong
simulation.time = 100
`;

/** Configurations that the commands name. */
export const CONFIGS: Readonly<Record<string, string>> = {
  'plane.config': `process.num = 4
robot.algorithm = GatherByMajority
bornpoint.random = true
${POINTS}`,
  'line.config': `process.num = 5
robot.algorithm = GatherOnLine
bornpoint1 = 0, 0
bornpoint2 = 1, 0
bornpoint3 = 3, 0
bornpoint4 = 4, 0
bornpoint5 = 8, 0
${POINTS}`,
};

function gathers(args: string): ClaimCheck {
  return { command: `lcm matrix ${args}`, expects: 'P' };
}

function none(args: string): ClaimCheck {
  return { command: `lcm enumerate ${args}`, expects: 0 };
}

function search(args: string, expects: 'holds' | 'violated'): ClaimCheck {
  return { command: `check ${args} -p gathered-at-point --search exhaustive`, expects };
}

/** @param properties As arguments. @param settings Keys and values, separated by blanks. */
function runs(properties: string, settings: string): ClaimCheck {
  const set = settings.split(' ').map((each) => ` --set ${each}`);
  return { command: `check plane.config ${properties} --seeds 0..9${set.join('')}`, expects: 'holds' };
}

const FINITE = 'over the moves stay, half way and to the other robot';
const OTHER_MOVES = 'its algorithm uses other moves than stay, half way and to the other robot';
const NO_ALGORITHM = 'its algorithm is not built in';
const CONVERGES = '-p "converges to=0.001"';
const RUNS = 'random runs can only refute it';

export const CLAIMS: readonly Claim[] = [
  {
    id: 1,
    claim: 'two oblivious robots cannot gather under ssync',
    source: 'Suzuki, Yamashita, SIAM J. Comput. 1999',
    checks: [none('--lights full --colors 1 --scheduler ssync')],
    note: FINITE,
  },
  {
    id: 2,
    claim: 'an even number of robots cannot gather from two equal towers under ssync, whatever the fairness bound',
    source: 'Courtieu, Rieg, Tixeuil, Urbain, arXiv 1405.5902',
    checks: [
      none('--lights full --colors 1 --scheduler ssync --rigid'),
      search('plane.config', 'violated'),
      search('plane.config --set process.num=6', 'violated'),
    ],
    note: `two robots ${FINITE}; four and six robots with GatherByMajority`,
  },
  {
    id: 3,
    claim: 'two robots with memory can form a point under ssync, two oblivious ones cannot',
    source: 'Yamashita, Suzuki, TCS 411, 2010',
    checks: [],
    note: 'memory other than a light',
  },
  {
    id: 4,
    claim: 'two colours suffice under ssync, non-rigid',
    source: 'Viglietta, arXiv 1211.6039',
    checks: [gathers('Vig2Cols --schedulers ssync')],
  },
  {
    id: 5,
    claim: 'two colours do not suffice under async, rigid, with any initial colours (class L)',
    source: 'Viglietta, arXiv 1211.6039',
    checks: [none('--lights full --colors 2 --scheduler async --rigid')],
    note: FINITE,
  },
  {
    id: 6,
    claim: 'nor non-rigid, if the algorithm chooses the initial colours',
    source: 'Viglietta, arXiv 1211.6039',
    checks: [none('--lights full --colors 2 --scheduler async --initial preset')],
    note: FINITE,
  },
  {
    id: 7,
    claim: 'three colours suffice under async, non-rigid, with any initial colours',
    source: 'Viglietta, arXiv 1211.6039',
    checks: [gathers('Vig3Cols --schedulers async')],
  },
  {
    id: 8,
    claim: 'three colours also allow robots that see distances to detect termination under async',
    source: 'Viglietta, arXiv 1211.6039',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 9,
    claim: 'two colours suffice under async, non-rigid, if robots see whether they share a place',
    source: 'Heriban, Défago, Tixeuil, arXiv 1708.06183',
    checks: [gathers('Optimal --schedulers async')],
  },
  {
    id: 10,
    claim: 'two colours suffice under async if moves are rigid, or if δ is known',
    source: 'Okumura, Wada, Katayama, arXiv 1707.04449',
    checks: [],
    note: OTHER_MOVES,
  },
  {
    id: 11,
    claim: 'two robots with internal lights gather under ssync, rigid',
    source: 'Flocchini et al., arXiv 1306.1956',
    checks: [],
    note: OTHER_MOVES,
  },
  {
    id: 12,
    claim: 'two robots with external lights gather under async',
    source: 'Flocchini et al., arXiv 1306.1956',
    checks: [],
    note: OTHER_MOVES,
  },
  {
    id: 13,
    claim: 'no algorithm of class L with external lights gathers under async, whatever the number of colours',
    source: 'cited in arXiv 1804.01368',
    checks: [2, 3, 4].map((colors) => none(`--lights external --colors ${colors} --scheduler async`)),
    note: `up to four colours, ${FINITE}`,
  },
  {
    id: 14,
    claim: 'class L with external lights gathers under async-lc-atomic with finitely many colours',
    source: 'Okumura, Wada, Défago, OPODIS 2018',
    checks: [
      gathers('Wada5Ext --schedulers async-lc-atomic'),
      none('--lights external --colors 4 --scheduler async-lc-atomic'),
      gathers('Wada4Ext --schedulers async-lc-atomic --initial equal'),
      none('--lights external --colors 3 --scheduler async-lc-atomic --initial equal'),
    ],
    note: `${FINITE}, five colours are needed for any initial colours, and four for equal ones`,
  },
  {
    id: 15,
    claim: 'one foreign Look between a Look and the end of its Compute makes this impossible',
    source: 'Okumura, Wada, Défago, OPODIS 2018',
    checks: [
      ...[2, 3, 4].map((colors) => none(`--lights external --colors ${colors} --scheduler async-lc-1-bounded`)),
      { command: 'lcm matrix Wada5Ext --schedulers async-lc-1-bounded', expects: 'F' },
    ],
    note: `up to four colours, ${FINITE}; and the five colours of claim 14`,
  },
  {
    id: 16,
    claim: 'model checking confirms the known algorithms under the schedulers for which they are stated',
    source: 'Défago, Heriban, Tixeuil, Wada, RAS 163, 2023',
    checks: [
      gathers('ToHalf --schedulers fsync'),
      gathers('ToOther --schedulers centralized'),
      gathers('FloAlgo3Ext --schedulers ssync'),
      gathers('3ExtNonQss --schedulers async-lc-strict'),
      gathers('Regular4 Regular5 Regular6 --schedulers async-regular'),
      { command: 'lcm matrix FloAlgo3ExtPrime TixeuilExtra --schedulers ssync', expects: 'F' },
    ],
  },
  {
    id: 17,
    claim: 'with lights, async robots can do what ssync robots can',
    source: 'Das et al., TCS 609, 2016',
    checks: [],
    note: 'simulations of one model by another',
  },
  {
    id: 18,
    claim: 'an ssync algorithm with k colours runs under async with 5k colours',
    source: 'cited in arXiv 2403.05542',
    checks: [],
    note: 'simulations of one model by another',
  },
  {
    id: 19,
    claim: 'robots that go to their centre of gravity converge under async, also if some crash',
    source: 'Cohen, Peleg, SIAM J. Comput. 34(6), 2005',
    checks: [
      runs(CONVERGES, 'robot.algorithm=GoToCentreOfGravity lcm.scheduler=async simulation.time=500'),
      runs(
        '-p "converges to=0.1"',
        'robot.algorithm=GoToCentreOfGravity lcm.scheduler=async simulation.time=700 process.0.crash.start=20',
      ),
    ],
    note: RUNS,
  },
  {
    id: 20,
    claim: 'they converge under fsync and ssync (machine-checked)',
    source: 'Pactole, Convergence/Algorithm_noB.v',
    checks: [
      runs(CONVERGES, 'robot.algorithm=GoToCentreOfGravity'),
      runs(CONVERGES, 'robot.algorithm=GoToCentreOfGravity lcm.scheduler=fsync simulation.time=10'),
    ],
    note: RUNS,
  },
  {
    id: 21,
    claim: 'they gather under fsync, non-rigid (machine-checked, with a gap)',
    source: 'Pactole, InR2/Peleg.v and InR2/FSyncFlexNoMult.v',
    checks: [
      runs(
        '-p gathered-at-point',
        'robot.algorithm=GoToCentreOfGravity lcm.scheduler=fsync lcm.rigid=false lcm.delta=20',
      ),
    ],
    note: RUNS,
  },
  {
    id: 22,
    claim: 'GatherByMajority gathers at least three robots under ssync, rigid, from every start but two equal towers',
    source: 'Courtieu, Rieg, Tixeuil, Urbain, arXiv 1602.08361',
    checks: [search('plane.config --set process.num=3', 'holds'), search('plane.config --set process.num=5', 'holds')],
    note: 'symmetric starts and a random one',
  },
  {
    id: 23,
    claim: 'GatherOnLine does so on a line',
    source: 'Pactole, InR/Algorithm.v',
    checks: [search('line.config', 'holds')],
    note: 'one start',
  },
  {
    id: 24,
    claim: 'robots that go to a unique Weber point gather under async, non-rigid',
    source: 'Pactole, Weber/Gather_flex_async.v',
    checks: [
      runs(
        '-p gathered-at-point',
        'robot.algorithm=GatherAtWeberPoint lcm.scheduler=async lcm.rigid=false lcm.delta=10 simulation.time=1000',
      ),
    ],
    note: RUNS,
  },
  {
    id: 25,
    claim: 'robots that go to the Weber point until they are collinear align under async, non-rigid',
    source: 'Pactole, Weber/Align_flex_async.v',
    checks: [
      runs(
        '-p on-line',
        'robot.algorithm=AlignAtWeberPoint lcm.scheduler=async lcm.rigid=false lcm.delta=10 simulation.time=1000',
      ),
    ],
    note: RUNS,
  },
  {
    id: 26,
    claim: 'more than two oblivious robots gather under async from every start, with multiplicity detection',
    source: 'Cieliebak et al., SIAM J. Comput. 41(4), 2012',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 27,
    claim: 'oblivious robots without more abilities cannot gather under async',
    source: 'Prencipe, TCS 384, 2007',
    checks: [],
    note: 'all algorithms, over a continuum of moves',
  },
  {
    id: 28,
    claim: 'one crash is tolerated by three robots and more; one Byzantine robot of three is not',
    source: 'Agmon, Peleg, SIAM J. Comput. 36(1), 2006',
    checks: [],
    note: 'Byzantine robots',
  },
  {
    id: 29,
    claim: 'two robots cannot converge on a line with a Byzantine third',
    source: 'Pactole, Convergence/Impossibility_2G_1B.v',
    checks: [],
    note: 'Byzantine robots',
  },
  {
    id: 30,
    claim: 'robots of limited visibility converge under ssync and keep their edges',
    source: 'Ando et al., IEEE TRA 15(5), 1999',
    checks: [
      runs(
        '-p "converges to=0.1" -p edges-kept=80',
        'robot.algorithm=AndoConvergence process.num=12 world.width=100 world.height=100 lcm.visibility=80 simulation.time=40',
      ),
    ],
    note: RUNS,
  },
  {
    id: 31,
    claim: 'with limited visibility, convergence is possible under k-async for each k, and impossible under async',
    source: 'Kirkpatrick et al., arXiv 2105.13042',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 32,
    claim: 'robots of limited visibility that agree on a coordinate system gather under async',
    source: 'Flocchini et al., TCS 337, 2005',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 33,
    claim: 'oblivious robots without orientation form a circle under ssync',
    source: 'Défago, Konagaya, POMC 2002',
    checks: [runs('-p on-circle', 'robot.algorithm=CircleOfPoints process.num=5 simulation.time=200')],
    note: RUNS,
  },
  {
    id: 34,
    claim:
      'no oblivious algorithm makes every circle uniform; for n other than 4, 6 and 8 a circle forms in finite time',
    source: 'Dieudonné, Labbani-Igbida, Petit, arXiv cs/0607060',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 35,
    claim: 'a uniform circle can be formed under async, non-rigid, from distinct places',
    source: 'Flocchini et al., arXiv 1407.5917',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 36,
    claim: 'published proofs of pattern formation under async have gaps',
    source: 'Cicerone, Di Stefano, Navarra, arXiv 1706.02474',
    checks: [],
    note: 'a statement about proofs',
  },
  {
    id: 37,
    claim: 'mutual visibility needs two colours under ssync and three under async',
    source: 'Di Luna et al., arXiv 1503.04347',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 38,
    claim: 'complete visibility needs a constant number of colours under async, non-rigid',
    source: 'Di Luna et al., arXiv 1405.2430',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 39,
    claim: 'discs reach mutual visibility with two colours under fsync',
    source: 'Alsaedi et al., arXiv 2206.14423',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 40,
    claim: 'up to four discs, or any number of opaque unit discs, gather under async',
    source: 'Czyzowicz et al.; Agathangelou et al., arXiv 1209.3904',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 41,
    claim: 'robots come near each other without a collision under async, with limited visibility and a common north',
    source: 'arXiv 1505.07168',
    checks: [],
    note: NO_ALGORITHM,
  },
  {
    id: 42,
    claim: 'under sequential schedulers every pattern but the point can be formed from every start',
    source: 'Flocchini et al., arXiv 2412.10733',
    checks: [],
    note: NO_ALGORITHM,
  },
];
