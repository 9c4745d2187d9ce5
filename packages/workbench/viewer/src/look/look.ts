/** The look of a run as plain data: it comes from visualization files and flags, and goes to pages as JSON. */
import { DARK, LIGHT } from '@kineko/ui';
import {
  type Coloring,
  type ColorRules,
  DEFAULT_STYLE,
  type Labels,
  type LayerSetting,
  type Paint,
  type Style,
  type Texture,
} from '../render/style.js';

/** Missing members leave the style unchanged. */
export interface Look {
  readonly theme?: 'light' | 'dark' | undefined;
  readonly coloring?: Coloring | undefined;
  readonly labels?: Labels | undefined;
  readonly trailSeconds?: number | undefined;
  /** From the bottom to the top. */
  readonly layers?: readonly LayerSetting[] | undefined;
  readonly robots?: Appearance | undefined;
  readonly objects?: Appearance | undefined;
  readonly map?: Paint | undefined;
  readonly backgrounds?: readonly Paint[] | undefined;
  readonly statusColor?: string | undefined;
  /** Scale; by default everything is in view. */
  readonly pixelsPerMetre?: number | undefined;
  /** Simulated seconds per second, and the simulated seconds of an arrow key. */
  readonly pace?: number | undefined;
  readonly stepSeconds?: number | undefined;
}

/** The look of robots or objects. */
export interface Appearance {
  readonly by?: ColorRules['by'] | undefined;
  readonly rules: readonly (readonly [key: string, paint: Paint])[];
  readonly otherwise?: Paint | undefined;
  readonly labels: Labels;
  readonly labelColor?: string | undefined;
  readonly turns: boolean;
  readonly isRound: boolean;
  /** Whether robots are discs without a nose. */
  readonly isPlain?: boolean | undefined;
}

export function styleWith(look: Look, style: Style = DEFAULT_STYLE, textures?: ReadonlyMap<string, Texture>): Style {
  const { theme, coloring, labels, trailSeconds, layers, robots, objects, map, backgrounds, statusColor } = look;
  return {
    ...style,
    ...(theme !== undefined && { theme: theme === 'dark' ? DARK : LIGHT }),
    ...(coloring !== undefined && { coloring, robotColors: undefined }),
    ...(labels !== undefined && { labels }),
    ...(trailSeconds !== undefined && { trailSeconds }),
    ...(layers !== undefined && { layers }),
    ...(map !== undefined && { map }),
    ...(backgrounds !== undefined && { backgrounds }),
    ...(statusColor !== undefined && { statusColor }),
    ...(robots !== undefined && {
      robotColors: rulesOf(robots),
      labels: robots.labels,
      labelColor: robots.labelColor,
    }),
    ...(objects !== undefined && {
      objectColors: rulesOf(objects),
      objectShape: objects.isRound ? ('disc' as const) : ('square' as const),
      objectLabels: objects.labels,
      objectLabelColor: objects.labelColor,
    }),
    ...(textures !== undefined && { textures: new Map([...(style.textures ?? []), ...textures]) }),
  };
}

function rulesOf({ by = 'number', rules, otherwise, turns, isRound, isPlain }: Appearance): ColorRules {
  const colors = new Map<string, string>();
  const textures = new Map<string, string>();
  for (const [key, paint] of rules) {
    if ('color' in paint) colors.set(key, paint.color);
    else textures.set(key, paint.texture);
  }
  return {
    by,
    colors,
    textures,
    otherwise: otherwise !== undefined && 'color' in otherwise ? otherwise.color : undefined,
    otherwiseTexture: otherwise !== undefined && 'texture' in otherwise ? otherwise.texture : undefined,
    turns,
    isRound,
    isPlain,
  };
}

/** Names of the pictures that a look uses, each once. */
export function texturesOf({ robots, objects, map, backgrounds = [] }: Look): string[] {
  const paints = [
    ...[robots, objects].flatMap((dress) => [...(dress?.rules ?? []).map(([, paint]) => paint), dress?.otherwise]),
    map,
    ...backgrounds,
  ];
  return [...new Set(paints.flatMap((paint) => (paint !== undefined && 'texture' in paint ? [paint.texture] : [])))];
}
