/** The contents of a visualization file of the DEECo playground, which says how to show a simulation log; and its defaults. */
import { colourNamed, type Rgba } from './colours.js';

export interface Visualization {
  /** Screen pixels per pixel of the field. */
  readonly zoom: number;
  /** Limit on the cycles shown per second. */
  readonly maxCps: number;
  /** Cycles by which an arrow key goes back or forth. */
  readonly rewindSpeed: number;
  /** Colour of the status. */
  readonly fontColor: Rgba;
  /** In drawing order: the last one is on top. There is exactly one map, one layer of objects and one of robots. */
  readonly layers: readonly VisualizationLayer[];
}

export type VisualizationLayer = MapLayer | BackgroundLayer | AdditionalLayer | ComponentLayer;

/** The obstacles. */
export interface MapLayer {
  readonly kind: 'map';
  readonly fill: Fill;
}

/** Stretched over the whole field. */
export interface BackgroundLayer {
  readonly kind: 'background';
  readonly fill: Fill;
}

/** Drawn by a class, which gets `arg`. */
export interface AdditionalLayer {
  readonly kind: 'additional';
  readonly className: string;
  readonly arg?: string | undefined;
}

export interface ComponentLayer {
  readonly kind: 'robots' | 'objects';
  readonly displayNumbers: boolean;
  /** Takes precedence over `displayNumbers`. */
  readonly displayTags: boolean;
  /** Whether a texture turns with its robot or object. */
  readonly enableRotation: boolean;
  /** Draws objects as discs instead of squares; robots are always discs. */
  readonly circularShape: boolean;
  /** Colour of numbers and tags. */
  readonly fontColor: Rgba;
  readonly rules?: Rules | undefined;
}

/** The look of robots or objects, chosen by one of their properties. */
export type Rules = TextRules | NumberRules;

export interface TextRules {
  readonly by: 'tag' | 'class';
  readonly default?: Fill | undefined;
  readonly fills: ReadonlyMap<string, Fill>;
}

export interface NumberRules {
  readonly by: 'number';
  readonly default?: Fill | undefined;
  /** By the index in the log's header. */
  readonly fills: ReadonlyMap<number, Fill>;
}

/** A colour, or a picture whose upper edge is the front of the robot. */
export type Fill = { readonly color: Rgba } | { readonly texture: string };

/** A robot or object of the log. */
export interface Shown {
  readonly number: number;
  readonly className: string;
  readonly tag: string;
}

export const DEFAULTS = {
  zoom: 5,
  maxCps: 30,
  rewindSpeed: 10,
  fontColor: colourNamed('black'),
  map: { color: colourNamed('black') },
  robots: { color: colourNamed('red') },
  objects: { color: colourNamed('yellow') },
} as const;

/** The fill of a robot or object: of its rule, else the default of the rules, else of the kind. */
export function fillOf({ kind, rules }: ComponentLayer, shown: Shown): Fill {
  return (rules && (ruleFor(rules, shown) ?? rules.default)) ?? DEFAULTS[kind];
}

function ruleFor(rules: Rules, { number, className, tag }: Shown): Fill | undefined {
  if (rules.by === 'number') return rules.fills.get(number);
  return rules.fills.get(rules.by === 'tag' ? tag : className);
}

export function plainComponents(kind: ComponentLayer['kind']): ComponentLayer {
  return {
    kind,
    displayNumbers: false,
    displayTags: false,
    enableRotation: false,
    circularShape: false,
    fontColor: DEFAULTS.fontColor,
  };
}

/** The layers that always exist; those that a file does not name follow the named ones, in this order. */
const STANDARD: readonly VisualizationLayer[] = [
  { kind: 'map', fill: DEFAULTS.map },
  plainComponents('objects'),
  plainComponents('robots'),
];

export function withStandardLayers(layers: readonly VisualizationLayer[]): VisualizationLayer[] {
  return [...layers, ...STANDARD.filter(({ kind }) => !layers.some((layer) => layer.kind === kind))];
}

/** Used for a log without a visualization file. */
export const DEFAULT_VISUALIZATION: Visualization = {
  zoom: DEFAULTS.zoom,
  maxCps: DEFAULTS.maxCps,
  rewindSpeed: DEFAULTS.rewindSpeed,
  fontColor: DEFAULTS.fontColor,
  layers: withStandardLayers([]),
};
