/** World formats: kinds of shapes, their fields, the tools that draw them, and the ground. */
import type { Form, Properties, WorldDocument } from './model.js';

/** A value that can be edited: one row of the properties panel. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'number' | 'text' | 'flag' | 'choice';
  readonly unit?: string;
  readonly least?: number;
  /** Whether `least` itself is excluded. */
  readonly isAbove?: boolean;
  readonly most?: number;
  readonly isWhole?: boolean;
  readonly choices?: readonly string[];
  /** Shown if the file has no value. */
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
  /** The list of the file that holds it. */
  readonly group: string;
  /** `place`: the file has its angle; `points`: its points are rotated; `no`: it cannot turn. */
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
      /** Form of a shape made by a click; a drag sets the size. */
      readonly form: Form;
      /** Walls are hulls or boxes with a thickness, or a line. */
      readonly walls?: 'hulls' | 'boxes' | 'path';
      readonly thickness?: number;
      readonly properties?: Properties;
    }
  /** Why the format has no such tool. */
  | { readonly missing: string };

export interface Ground {
  readonly width: number;
  readonly height: number;
  /** Whether there are walls around it. */
  readonly isWalled?: boolean;
}

export interface WorldFormat {
  readonly name: string;
  readonly title: string;
  /** Whether y points down in the picture. */
  readonly isYDown: boolean;
  /** Name of the second coordinate in the file, if it is not y. */
  readonly yLabel?: string;
  readonly unit: string;
  /** Default step of the grid. */
  readonly grid: number;
  readonly angle: AngleField;
  readonly kinds: readonly Kind[];
  readonly tools: Readonly<Record<ToolName, Tool>>;
  /** Properties of the whole world. */
  readonly fields: readonly Field[];
  /** The radius of all shapes of a kind without their own. */
  readonly commonRadius?: { readonly kind: string; readonly field: string; readonly usual: number };
  /** Groups of shapes that problems refer to by word and number (`robot 3`, from 0), by that word. */
  readonly numbered?: Readonly<Record<string, string>>;
  /** Whether polygons must be convex; others are split. */
  readonly isConvex?: boolean;
  /** Field of the world that names the picture of its ground. */
  readonly groundPicture?: string;
  /** Size of the ground, which starts at 0; undefined if it is unlimited. */
  groundOf(document: WorldDocument): Ground | undefined;
  /** Colour of a shape in the file as `#rrggbb`; undefined if it has none. */
  colorOf?(properties: Properties): string | undefined;
  /** Properties of a new shape of a kind, such as a free name or number. */
  newProperties(kind: string, document: WorldDocument): Properties;
  /** Usual file endings of this format. */
  readonly endings: readonly string[];
  /** A small valid world. */
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

/** Undefined for kinds without a common radius. */
export function commonRadiusOf({ commonRadius }: WorldFormat, kind: string, world: Properties): number | undefined {
  if (commonRadius?.kind !== kind) return undefined;
  return numberIn(world, commonRadius.field) ?? commonRadius.usual;
}

/** The first free name of `name1`, `name2` … */
export function freeName(start: string, taken: ReadonlySet<PropertyValue>): string {
  for (let k = 1; ; k++) if (!taken.has(`${start}${k}`)) return `${start}${k}`;
}

type PropertyValue = Properties[string];
