/** How a simulation log is to be shown: what a visualization file of the DEECo playground says, and what holds without one. */
import { colourNamed, type Rgba } from './colours.js';

export interface Visualization {
  /** Pixels of the window for a pixel of the field. */
  readonly zoom: number;
  /** Cycles that are shown in a second, at most. */
  readonly maxCps: number;
  /** Cycles that an arrow key goes back or forth. */
  readonly rewindSpeed: number;
  /** Of the status. */
  readonly fontColor: Rgba;
  /** In the order in which they are drawn: the last one is on top. There is one map, one of objects and one of robots. */
  readonly layers: readonly Layer[];
}

export type Layer = MapLayer | BackgroundLayer | AdditionalLayer | ComponentLayer;

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

/** Drawn by a class that is told what to do by `arg`. */
export interface AdditionalLayer {
  readonly kind: 'additional';
  readonly className: string;
  readonly arg?: string | undefined;
}

export interface ComponentLayer {
  readonly kind: 'robots' | 'objects';
  readonly displayNumbers: boolean;
  /** Tags are shown rather than numbers, if both are wanted. */
  readonly displayTags: boolean;
  /** Whether a texture turns with what it stands for. */
  readonly enableRotation: boolean;
  /** Discs, where objects would be squares; robots are discs in any case. */
  readonly circularShape: boolean;
  /** Of numbers and tags. */
  readonly fontColor: Rgba;
  readonly rules?: Rules | undefined;
}

/** What a robot or object looks like, by one thing about it. */
export type Rules = TextRules | NumberRules;

export interface TextRules {
  readonly by: 'tag' | 'class';
  readonly default?: Fill | undefined;
  readonly fills: ReadonlyMap<string, Fill>;
}

export interface NumberRules {
  readonly by: 'number';
  readonly default?: Fill | undefined;
  /** By the place in the log's header, from 0. */
  readonly fills: ReadonlyMap<number, Fill>;
}

/** A colour, or a picture whose upper edge is the front of the robot. */
export type Fill = { readonly color: Rgba } | { readonly texture: string };

/** What a robot or object is by its log. */
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

/** What a robot or object looks like: by the rule for it, by the default of the rules, or without either. */
export function fillOf({ kind, rules }: ComponentLayer, { number, className, tag }: Shown): Fill {
  return (rules && (ruleFor(rules, { number, className, tag }) ?? rules.default)) ?? DEFAULTS[kind];
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

/** The layers that are always there; those that a file does not name come after the ones it does, in this order. */
const STANDARD: readonly Layer[] = [
  { kind: 'map', fill: DEFAULTS.map },
  plainComponents('objects'),
  plainComponents('robots'),
];

export function withStandardLayers(layers: readonly Layer[]): Layer[] {
  return [...layers, ...STANDARD.filter(({ kind }) => !layers.some((layer) => layer.kind === kind))];
}

/** How a log is shown for which there is no visualization file. */
export const DEFAULT_VISUALIZATION: Visualization = {
  zoom: DEFAULTS.zoom,
  maxCps: DEFAULTS.maxCps,
  rewindSpeed: DEFAULTS.rewindSpeed,
  fontColor: DEFAULTS.fontColor,
  layers: withStandardLayers([]),
};
