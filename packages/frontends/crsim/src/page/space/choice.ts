/** Which object is chosen, shared by all pages of one environment in one browser: a click in a viewer shows it in the panel. */

const CHANNEL = 'kineko-crsim-choice';

export interface SharedChoice {
  /** Tells the others. */
  tell(name: string | undefined): void;
  close(): void;
}

interface Choice {
  readonly chosen: string | null;
}

export function shareChoice(onChoice: (name: string | undefined) => void): SharedChoice {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Choice>) => onChoice(data.chosen ?? undefined));
  return {
    tell: (name) => channel.postMessage({ chosen: name ?? null } satisfies Choice),
    close: () => channel.close(),
  };
}
