/** Icons of controls, and buttons that show one: each has a name for screen readers and a tooltip with its key. */
import type { ComponentChildren, JSX } from 'preact';

/** Paths in a square of 24; filled unless they start with `-`, which draws lines. */
const PATHS = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  start: 'M5 4h3v16H5zM20 4v16L9 12z',
  end: 'M16 4h3v16h-3zM4 4v16l11-8z',
  stepBack: 'M15 5v14l-9-7zM17 5h2v14h-2z',
  stepOn: 'M9 5v14l9-7zM5 5h2v14H5z',
  previousMark: 'M12 6v12l-8-6zM17 3l4 4-4 4-4-4zM16 10h2v11h-2z',
  nextMark: 'M12 6v12l8-6zM7 3l4 4-4 4-4-4zM6 10h2v11H6z',
  loop: '-M4 12a7 7 0 0 1 7-7h7M15 2l3 3-3 3M20 12a7 7 0 0 1-7 7H6M9 22l-3-3 3-3',
  open: '-M3 6v13h18V8h-9l-2-2z',
  layers: '-M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
  keys: '-M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1 1-1.1 2.1M12 17.4v.2',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  light:
    '-M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  close: '-M6 6l12 12M18 6L6 18',
  follow: '-M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 2v5M12 17v5M2 12h5M17 12h5',
  link: '-M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  compare: '-M4 5h7v14H4zM13 5h7v14h-7z',
  fit: '-M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  legend: '-M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  const path = PATHS[name];
  const isLine = path.startsWith('-');
  return (
    <svg class={isLine ? 'icon line' : 'icon'} viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path d={isLine ? path.slice(1) : path} />
    </svg>
  );
}

type IconButtonProperties = Omit<JSX.IntrinsicElements['button'], 'label' | 'icon'> & {
  readonly icon: IconName;
  /** Names the button. */
  readonly label: string;
  /** The key that does the same, for the tooltip. */
  readonly shortcut?: string | undefined;
  /** The tooltip, if it says more than the name. */
  readonly hint?: string | undefined;
  readonly children?: ComponentChildren;
};

export function IconButton({ icon, label, shortcut, hint = label, children, ...others }: IconButtonProperties) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut === undefined ? hint : `${hint} (${shortcut})`}
      {...others}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}
