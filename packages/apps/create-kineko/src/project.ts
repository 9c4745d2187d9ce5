/** The files of a new project: an algorithm and its package. */
import { algorithmStarter } from './algorithm-starter.js';
import { starterNames, testCommand } from './starter.js';

/** Development dependencies; a test keeps them equal to those of Kineko. */
export const DEVELOPMENT: Readonly<Record<string, string>> = {
  '@types/node': '^20.19.43',
  typescript: '^7.0.2',
};

export interface ProjectOptions {
  /** A valid package name. */
  readonly name: string;
  /** Version of Kineko. */
  readonly version: string;
}

/** Texts by file name. */
export function projectFiles({ name, version }: ProjectOptions): Readonly<Record<string, string>> {
  const names = starterNames(name);
  return {
    'package.json': json(manifestOf(name, names.fileName, version)),
    'tsconfig.json': json(TYPESCRIPT),
    'README.md': readmeOf(name, names.fileName),
    '.gitignore': 'node_modules/\nresults/\n',
    ...algorithmStarter(names).files,
  };
}

function manifestOf(name: string, fileName: string, version: string): object {
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      start: `kineko run ${fileName}.config --watch --speed 1`,
      test: testCommand('*.test.ts'),
      types: 'tsc',
    },
    dependencies: { kineko: `^${version}` },
    devDependencies: DEVELOPMENT,
    engines: { node: '>=20.19' },
  };
}

const TYPESCRIPT = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['**/*.ts'],
};

function readmeOf(name: string, fileName: string): string {
  return `# ${name}

Robots simulated by Kineko.

| command         | what it does                                      |
| --------------- | ------------------------------------------------- |
| \`npm start\`     | run \`${fileName}.config\` and show it in the browser |
| \`npm test\`      | run the tests                                     |
| \`npm run types\` | check the types                                   |

- \`${fileName}.ts\`: the algorithm of each robot; \`doMotion\` is called repeatedly.
- \`${fileName}.config\`: number of robots, places, time limit.
- \`${fileName}.test.ts\`: the tests.

To try:

\`\`\`sh
npx kineko run ${fileName}.config --seed 7 --out results   # another run, saved
npx kineko view results                                    # show it
npx kineko render results -o film.gif                      # as a film
npx kineko new algorithm Patrol                            # another algorithm
npx kineko --help                                          # all commands
\`\`\`
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
