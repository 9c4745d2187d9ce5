/** Resolves paths in files without a file system. */

/** `../b/x.config` in `a/main.config` is `b/x.config`; absolute paths and URLs stay unchanged. */
export function resolvePath(path: string, from: string): string {
  const slashed = path.replaceAll('\\', '/');
  if (/^(?:\/|[A-Za-z][A-Za-z\d+.-]*:)/.test(slashed)) return slashed;
  const folder = from.replaceAll('\\', '/').split('/').slice(0, -1);
  const steps = [...folder];
  for (const step of slashed.split('/')) {
    const last = steps.at(-1);
    if (step === '.' || step === '') continue;
    if (step === '..' && last !== undefined && last !== '..' && last !== '.' && last !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
