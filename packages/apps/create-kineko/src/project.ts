/** The files of a new project: those of an algorithm, and what makes a project of them. */
import { algorithmStarter } from './algorithm-starter.js';
import { starterNames, testCommand } from './starter.js';

/** What a project needs besides Kineko; a test keeps them what Kineko itself is made with. */
export const DEVELOPMENT: Readonly<Record<string, string>> = {
  '@types/node': '^20.19.43',
  typescript: '^7.0.2',
};

export interface ProjectOptions {
  /** A name that a package may have. */
  readonly name: string;
  /** Of Kineko. */
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
      start: `kineko run ${fileName}.config --watch --speed 10`,
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

Robots that are simulated by Kineko.

| command         | what it does                                                          |
| --------------- | --------------------------------------------------------------------- |
| \`npm start\`     | runs \`${fileName}.config\` and shows it in the browser while it goes |
| \`npm test\`      | runs the tests                                                        |
| \`npm run types\` | has the types checked                                                 |

- \`${fileName}.ts\` is what each robot does: \`doMotion\` is called again and again.
- \`${fileName}.config\` says how many robots there are, where, and for how long.
- \`${fileName}.test.ts\` says what must come of it.

To try:

\`\`\`sh
npx kineko run ${fileName}.config --seed 7 --out results   # another run, kept
npx kineko view results                                    # and looked at
npx kineko render results -o film.gif                      # and filmed
npx kineko new algorithm Patrol                            # another algorithm
npx kineko --help                                          # and the rest
\`\`\`
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
