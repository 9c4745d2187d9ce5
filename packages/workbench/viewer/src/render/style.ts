/** Themes, layers and styles. */
export interface Theme {
  readonly background: string;
  readonly ground: string;
  readonly border: string;
  readonly obstacle: string;
  /** Obstacles of runs in cycles, which are pixels of a bitmap. */
  readonly pixel: string;
  /** Obstacles that can be pushed. */
  readonly movable: string;
  readonly object: string;
  /** Objects that are sources of light or heat, and goals. */
  readonly light: string;
  readonly heat: string;
  readonly goal: string;
  readonly ink: string;
  readonly faint: string;
  readonly message: string;
  readonly lost: string;
  readonly contact: string;
  readonly crashed: string;
  readonly suspected: string;
  /** Robots; distinguishable with red-green colour blindness (after Okabe and Ito). */
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
  light: '#e0a800',
  heat: '#c8442e',
  goal: '#2f8f5b',
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
  light: '#f2cf4a',
  heat: '#f0735c',
  goal: '#5cc98c',
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
  'grid',
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
  /** A `LayerName`, `background 1` and so on, or the name of an additional layer. */
  readonly name: string;
  readonly isVisible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Whether it is a built-in layer. */
export function isLayerName(name: string): name is LayerName {
  return (LAYERS as readonly string[]).includes(name);
}

/** Colours by tag, class or number. */
export interface ColorRules {
  readonly by: 'tag' | 'class' | 'number';
  /** By the present tag, the class, or the id. */
  readonly colors: ReadonlyMap<string, string>;
  /** Colour of all others; by default that of the theme. */
  readonly otherwise?: string | undefined;
  /** Names of textures that replace colours, by the same keys. */
  readonly textures?: ReadonlyMap<string, string> | undefined;
  readonly otherwiseTexture?: string | undefined;
  /** Whether textures turn with their robot, and whether they are clipped to a disc. */
  readonly turns?: boolean | undefined;
  readonly isRound?: boolean | undefined;
  /** Whether robots are discs without a nose. */
  readonly isPlain?: boolean | undefined;
}

/** A colour, or a picture by its name. */
export type Paint = { readonly color: string } | { readonly texture: string };

/** A decoded picture. */
export interface Texture {
  /** Argument for `drawImage`. */
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
  /** Length of trails in simulated seconds. */
  readonly trailSeconds: number;
  readonly labels: Labels;
  /** Labels of objects; by default tags if robots show tags. */
  readonly objectLabels?: Labels | undefined;
  /** Colour of labels beside robots; by default the ink of the theme. */
  readonly labelColor?: string | undefined;
  readonly objectLabelColor?: string | undefined;
  /** Colour of the status text. */
  readonly statusColor?: string | undefined;
  /** Paint of obstacles; by default that of the theme. */
  readonly map?: Paint | undefined;
  /** Each stretched over the area, in the layers `background 1`, `background 2` … */
  readonly backgrounds?: readonly Paint[] | undefined;
  /** By name; missing textures are not drawn. */
  readonly textures?: ReadonlyMap<string, Texture> | undefined;
  /** The selected robot. */
  readonly selected?: number | undefined;
}

export const DEFAULT_STYLE: Style = {
  theme: LIGHT,
  coloring: 'number',
  layers: LAYERS.map((name) => ({ name, isVisible: true, opacity: 1 })),
  trailSeconds: 20,
  labels: 'ids',
};
