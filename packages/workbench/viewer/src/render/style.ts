/** How things look. */
export interface Theme {
  readonly background: string;
  readonly ground: string;
  readonly border: string;
  readonly obstacle: string;
  /** Of the obstacles of a DEECo scenario, which are pixels. */
  readonly pixel: string;
  /** Of things that can be pushed. */
  readonly movable: string;
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

const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#9878bc', '#b2a429'] as const;

export const LIGHT: Theme = {
  background: '#f4f5f7',
  ground: '#ffffff',
  border: '#c3c8d0',
  obstacle: '#5b6470',
  pixel: '#000000',
  movable: '#b0713a',
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
  pixel: '#d5dae2',
  movable: '#c98f55',
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

export type Coloring = 'number' | 'class' | 'tag' | 'state' | 'one';

export const LAYERS = [
  'ground',
  'map',
  'objects',
  'ranges',
  'trails',
  'destinations',
  'cuts',
  'messages',
  'robots',
  'contacts',
  'labels',
  'status',
] as const;
export type LayerName = (typeof LAYERS)[number];

export interface LayerSetting {
  /** A `LayerName`, `background 1` and so on, or the name of a layer of one's own. */
  readonly name: string;
  readonly isVisible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Whether it is one of the layers that are there by nature. */
export function isLayerName(name: string): name is LayerName {
  return (LAYERS as readonly string[]).includes(name);
}

/** Colours that somebody has chosen one by one. */
export interface ColorRules {
  readonly by: 'tag' | 'class' | 'number';
  /** By the tag worn at the time, by the class, or by the id. */
  readonly colors: ReadonlyMap<string, string>;
  /** Of all others; if it is missing, the theme's. */
  readonly otherwise?: string | undefined;
  /** Pictures in place of colours, by the same: their names. */
  readonly textures?: ReadonlyMap<string, string> | undefined;
  readonly otherwiseTexture?: string | undefined;
  /** Whether pictures turn with what they stand for; and whether they are cut round. */
  readonly turns?: boolean | undefined;
  readonly isRound?: boolean | undefined;
  /** Whether robots are discs that do not show where they face. */
  readonly isPlain?: boolean | undefined;
}

/** A colour, or a picture by its name. */
export type Paint = { readonly color: string } | { readonly texture: string };

/** A picture that can be drawn. */
export interface Texture {
  /** What the canvas takes. */
  readonly image: unknown;
  readonly width: number;
  readonly height: number;
  /** The same as a `data:` address, for SVG. */
  readonly href: string;
}

export type Labels = 'ids' | 'tags' | 'none';

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
  readonly labels: Labels;
  /** Of objects; by default tags where robots have theirs. */
  readonly objectLabels?: Labels | undefined;
  /** Of labels beside what they belong to; by default the theme's ink. */
  readonly labelColor?: string | undefined;
  readonly objectLabelColor?: string | undefined;
  /** Of what the run says of itself. */
  readonly statusColor?: string | undefined;
  /** Of obstacles; by default the theme's. */
  readonly map?: Paint | undefined;
  /** Each stretched over the area, in the layers `background 1`, `background 2` … */
  readonly backgrounds?: readonly Paint[] | undefined;
  /** By name; what is not there cannot be drawn, and is left out. */
  readonly textures?: ReadonlyMap<string, Texture> | undefined;
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
