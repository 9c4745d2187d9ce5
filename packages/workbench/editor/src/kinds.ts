/** What the editor has to know of a format: its kinds of shapes, their fields, the tools that draw them, how it looks at the ground. */
import type { Form, Properties, WorldDocument } from './model.js';

/** A value that can be edited: one row of the properties panel. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'number' | 'text' | 'flag' | 'choice';
  readonly unit?: string;
  readonly least?: number;
  /** The least itself is not allowed. */
  readonly isAbove?: boolean;
  readonly most?: number;
  readonly isWhole?: boolean;
  readonly choices?: readonly string[];
  /** Shown where the file says nothing. */
  readonly usual?: string;
}

/** How the file writes the angle of a shape: `offset + factor × degrees`. */
export interface AngleField {
  readonly label: string;
  readonly unit: string;
  readonly offset: number;
  readonly factor: number;
}

export interface Kind {
  readonly name: string;
  readonly title: string;
  /** In which list of the file it stands. */
  readonly group: string;
  /** `place`: the file knows its angle; `points`: its points are turned; `no`: it cannot be. */
  readonly turns: 'place' | 'points' | 'no';
  /** Whether the editor can change its form. */
  readonly isFixed?: boolean;
  /** Whether it has a front. */
  readonly hasFront?: boolean;
  readonly fields: readonly Field[];
}

export const TOOLS = ['wall', 'polygon', 'box', 'disc', 'object', 'robot', 'light', 'heat', 'gas', 'line'] as const;
export type ToolName = (typeof TOOLS)[number];

export type Tool =
  | {
      readonly kind: string;
      /** What a click makes, and how large; what is drawn has its own size. */
      readonly form: Form;
      /** Walls: as hulls of a thickness, as boxes of a thickness, or as a line. */
      readonly walls?: 'hulls' | 'boxes' | 'path';
      readonly thickness?: number;
      readonly properties?: Properties;
    }
  /** Why there is no such tool. */
  | { readonly missing: string };

export interface Ground {
  readonly width: number;
  readonly height: number;
}

export interface WorldFormat {
  readonly name: string;
  readonly title: string;
  /** Whether y points down in the picture. */
  readonly isYDown: boolean;
  /** What the file calls the second coordinate, where that is not y. */
  readonly yLabel?: string;
  readonly unit: string;
  /** A sensible step of the grid. */
  readonly grid: number;
  readonly angle: AngleField;
  readonly kinds: readonly Kind[];
  readonly tools: Readonly<Record<ToolName, Tool>>;
  /** Of the world as a whole. */
  readonly fields: readonly Field[];
  /** The radius that the world gives to all of a kind that have none of their own. */
  readonly commonRadius?: { readonly kind: string; readonly field: string; readonly usual: number };
  /** Groups of shapes that problems refer to by a word and a number, from 0 on: `robot 3`. By that word. */
  readonly numbered?: Readonly<Record<string, string>>;
  /** Whether polygons have to be convex: others are split. */
  readonly isConvex?: boolean;
  /** The field of the world that names the picture of its ground. */
  readonly groundPicture?: string;
  /** From 0 on; undefined if the world has no end. */
  groundOf(document: WorldDocument): Ground | undefined;
  /** The colour in which the file has a shape drawn, as `#rrggbb`; undefined if it gives none. */
  colorOf?(properties: Properties): string | undefined;
  /** What a new shape of a kind has, given those that are there: names and numbers of its own. */
  newProperties(kind: string, document: WorldDocument): Properties;
  /** Endings of files that are probably of this format. */
  readonly endings: readonly string[];
  /** A small world without mistakes. */
  readonly fresh: string;
}

export const DEGREES: AngleField = { label: 'heading', unit: '°', offset: 0, factor: 1 };

export function kindOf(format: WorldFormat, name: string): Kind {
  const kind = format.kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`${format.title} have no ${name}`);
  return kind;
}

export function numberIn(properties: Properties, name: string): number | undefined {
  const value = properties[name];
  return typeof value === 'number' ? value : undefined;
}

/** Undefined for a kind to which the world gives none. */
export function commonRadiusOf({ commonRadius }: WorldFormat, kind: string, world: Properties): number | undefined {
  if (commonRadius?.kind !== kind) return undefined;
  return numberIn(world, commonRadius.field) ?? commonRadius.usual;
}

/** The first of `name1`, `name2` … that nobody has. */
export function freeName(start: string, taken: ReadonlySet<PropertyValue>): string {
  for (let k = 1; ; k++) if (!taken.has(`${start}${k}`)) return `${start}${k}`;
}

type PropertyValue = Properties[string];
