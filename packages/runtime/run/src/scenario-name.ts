/**
 * The name of a file without folders and ending.
 * @param common The name that every file of a kind has; the name of such a file is that of its folder.
 */
export function scenarioName(path: string, common?: string): string {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1)!.replace(/(?<=.)\.[^.]*$/, '');
  const folder = parts.at(-2) ?? '';
  return name === common && /[^.]/.test(folder) ? folder : name;
}
