import { spawn } from 'node:child_process';

type Launch = (command: string, args: readonly string[]) => void;

/** The addresses of our servers; the fragment is written by URLSearchParams. No shell interprets them. */
const ADDRESS = /^http:\/\/[\w.[\]:-]+\/[\w./-]*(#[\w=.&%+*-]*)?$/;

/**
 * Opens a page in the user's browser. Nothing happens where there is none, so print the address too. Other users of the
 * machine may see the address in its list of processes.
 */
export function openInBrowser(url: string, launch: Launch = launchDetached, platform: string = process.platform): void {
  if (!ADDRESS.test(url)) return;
  if (platform === 'darwin') launch('open', [url]);
  else if (platform === 'win32') launch('rundll32', ['url.dll,FileProtocolHandler', url]);
  else launch('xdg-open', [url]);
}

const launchDetached: Launch = (command, args) => {
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  // The program may be missing, as on a machine without a display.
  child.on('error', () => {});
  child.unref();
};
