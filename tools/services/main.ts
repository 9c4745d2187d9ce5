/** Installs the programs that the tests need besides Node, if possible; otherwise the tests report what to install. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { PROGRAMS, whereIs } from './programs.js';

const missing = PROGRAMS.filter(({ names }) => whereIs(names) === undefined);
if (missing.length > 0) {
  const packages = missing.map((program) => program.debian);
  const canInstall = process.getuid?.() === 0 && whereIs(['apt-get']) !== undefined;
  if (canInstall) {
    console.log(`installing ${packages.join(', ')}, which the tests need`);
    const run = (...args: string[]): boolean =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0;
    // With an outdated package list, nothing is found.
    if (!run('install', '-y', '-qq', ...packages)) {
      run('update', '-qq');
      run('install', '-y', '-qq', ...packages);
    }
  }
}
