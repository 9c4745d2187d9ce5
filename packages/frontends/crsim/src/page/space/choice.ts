/** Shares the selected object among all pages of one environment in one browser. */

const CHANNEL = 'kineko-crsim-choice';

interface Choice {
  readonly chosen: string | null;
}

/** Calls back when another page selects an object; returns a function that notifies the other pages. */
export function shareChoice(onChoice: (name: string | undefined) => void): (name: string | undefined) => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Choice>) => onChoice(data.chosen ?? undefined));
  return (name) => channel.postMessage({ chosen: name ?? null } satisfies Choice);
}
