/** How things look. */
export interface Theme {
  readonly background: string;
  readonly ground: string;
  readonly border: string;
  readonly obstacle: string;
  readonly object: string;
  readonly ink: string;
  readonly faint: string;
  readonly message: string;
  readonly lost: string;
  readonly contact: string;
  readonly crashed: string;
  readonly suspected: string;
  /** Of robots: told apart also by who sees red and green alike (after Okabe and Ito). */
  readonly palette: readonly string[];
}

const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c6bb1', '#b2a429'] as const;

export const LIGHT: Theme = {
  background: '#f4f5f7',
  ground: '#ffffff',
  border: '#c3c8d0',
  obstacle: '#5b6470',
  object: '#d9c27a',
  ink: '#1d2430',
  faint: '#9aa3b0',
  message: '#7a5bd0',
  lost: '#c0392b',
  contact: '#dd4b16',
  crashed: '#8a8f98',
  suspected: '#b58900',
  palette: PALETTE,
};

export const DARK: Theme = {
  background: '#12151b',
  ground: '#1a1f28',
  border: '#39414e',
  obstacle: '#8b95a5',
  object: '#a8934e',
  ink: '#e8ecf2',
  faint: '#66707f',
  message: '#b39bff',
  lost: '#ff7a66',
  contact: '#ff9d4d',
  crashed: '#6d747f',
  suspected: '#d8cd3f',
  palette: PALETTE.map((color) => (color === '#0072b2' ? '#3a9bdc' : color)),
};

export type Coloring = 'number' | 'tag' | 'state' | 'one';

export const LAYERS = [
  'ground',
  'map',
  'objects',
  'ranges',
  'trails',
  'destinations',
  'messages',
  'robots',
  'contacts',
  'labels',
] as const;
export type LayerName = (typeof LAYERS)[number];

export interface LayerSetting {
  readonly name: LayerName;
  readonly isVisible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Colours that somebody has chosen one by one. */
export interface ColorRules {
  readonly by: 'tag' | 'number';
  /** By the tag worn at the time, or by the id. */
  readonly colors: ReadonlyMap<string, string>;
  /** Of all others; if it is missing, the theme's. */
  readonly otherwise?: string | undefined;
}

export interface Style {
  readonly theme: Theme;
  readonly coloring: Coloring;
  /** In place of `coloring`. */
  readonly robotColors?: ColorRules | undefined;
  readonly objectColors?: ColorRules | undefined;
  readonly objectShape?: 'square' | 'disc' | undefined;
  /** From the bottom to the top. */
  readonly layers: readonly LayerSetting[];
  /** Simulated seconds of way that a robot leaves behind it. */
  readonly trailSeconds: number;
  readonly labels: 'ids' | 'tags' | 'none';
  /** Of labels beside what they belong to; by default the theme's ink. */
  readonly labelColor?: string | undefined;
  /** A robot that stands out. */
  readonly selected?: number | undefined;
}

export const DEFAULT_STYLE: Style = {
  theme: LIGHT,
  coloring: 'number',
  layers: LAYERS.map((name) => ({ name, isVisible: true, opacity: 1 })),
  trailSeconds: 20,
  labels: 'ids',
};
