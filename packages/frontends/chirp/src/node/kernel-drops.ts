/** Datagrams that the system threw away because nobody fetched them in time: it counts them, so nobody has to guess. */
import { readFile } from 'node:fs/promises';

/** Of the sockets that listen on a port; undefined where the system does not tell. */
export async function kernelDrops(port: number): Promise<number | undefined> {
  const tables = await Promise.all(['/proc/net/udp', '/proc/net/udp6'].map(tableOf));
  const found = tables.flatMap((table) => dropsIn(table, port));
  return found.length === 0 ? undefined : found.reduce((sum, drops) => sum + drops, 0);
}

/** A row of the table: number, local address:port in hexadecimal, …, drops. */
export function dropsIn(table: string, port: number): number[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const drops = Number(fields.at(-1));
    return fields[1]?.endsWith(wanted) === true && Number.isInteger(drops) ? [drops] : [];
  });
}

async function tableOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}
