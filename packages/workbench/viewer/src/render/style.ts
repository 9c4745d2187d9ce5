/** Layers and styles. */
import { LIGHT, type Theme } from '@kineko/ui';

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
