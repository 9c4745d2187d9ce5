import { spawn } from 'node:child_process';

/** Starts a program that goes on by itself. */
export type Launch = (command: string, args: readonly string[]) => void;

/** What an address of a server of ours looks like; behind the # it is as URLSearchParams writes it. No shell sees it. */
const ADDRESS = /^http:\/\/[\w.[\]:-]+\/[\w./-]*(#[\w=.&%+*-]*)?$/;

/**
 * Shows a page in the user's browser, if there is one: where there is none nothing happens, so print the address too. Other
 * users of the machine may see the address among its processes for as long as the browser runs.
 */
export function openInBrowser(url: string, launch: Launch = launchApart, platform: string = process.platform): void {
  if (!ADDRESS.test(url)) return;
  if (platform === 'darwin') launch('open', [url]);
  else if (platform === 'win32') launch('rundll32', ['url.dll,FileProtocolHandler', url]);
  else launch('xdg-open', [url]);
}

const launchApart: Launch = (command, args) => {
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  // No such program, as on a machine without a display.
  child.on('error', () => {});
  child.unref();
};
