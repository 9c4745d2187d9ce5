/** Reads environment model files, and checks what the schema cannot express. */
import { expected, InputError, oneOf, type Place, type Problem } from '@kineko/formats/problem';
import { MAX_SYNTAX_PROBLEMS } from '@kineko/formats/text';
import { readXml, type XmlElement } from '@kineko/formats/xml';
import { ENVIRONMENT_XSD } from './environment-xsd.js';
import { MAX_CELLS, MAX_LENGTH, MAX_NAME, MAX_ROBOTS, MAX_SENSOR_ID, MAX_SENSORS, MAX_STEP_MILLIS } from './limits.js';
import {
  type Color,
  type Communications,
  type CrsimModel,
  type CrsimObject,
  type CrsimRobot,
  type CrsimSensor,
  type CrsimShape,
  DEFAULT_COLOR,
  DEFAULT_COMMUNICATIONS,
  DEFAULT_STEP_MILLIS,
  type GridPolicy,
  NETWORK_NAMES,
  type Params,
  SHAPE_SIZES,
} from './model.js';

/** Throws an `InputError` with all problems. `name` is the file's name in messages. */
export async function readCrsimModel(text: string, name: string): Promise<CrsimModel> {
  const { root, problems } = await readXml(text, name, ENVIRONMENT_XSD);
  const reader = new ModelReader();
  const model = reader.model(root);
  const all = [...problems, ...reader.problems];
  if (all.length > 0) throw new InputError(all);
  return model;
}

/** A range of numbers and its description. */
interface NumberRange {
  readonly holds: (value: number) => boolean;
  readonly text: string;
}

const ANY: NumberRange = { holds: (value) => Math.abs(value) <= MAX_LENGTH, text: 'a number from -1e6 to 1e6' };
const SIZE: NumberRange = { holds: (value) => value > 0 && value <= MAX_LENGTH, text: 'a number above 0, at most 1e6' };
const STRENGTH: NumberRange = { holds: (value) => value >= 0 && value <= MAX_LENGTH, text: 'a number from 0 to 1e6' };
const FRACTION: NumberRange = { holds: (value) => value >= 0 && value <= 1, text: 'a number from 0 to 1' };
const integers = (min: number, max: number): NumberRange => ({
  holds: (value) => Number.isInteger(value) && value >= min && value <= max,
  text: `an integer from ${min} to ${max}`,
});

/** Ignores values that the schema has rejected: they are reported already. */
class ModelReader {
  readonly problems: Problem[] = [];
  private readonly names = new Map<string, Place>();

  model(root: XmlElement): CrsimModel {
    const width = this.number(root, 'width', 1, SIZE);
    const depth = this.number(root, 'depth', 1, SIZE);
    const grid = this.optional(root, 'grid', SIZE);
    if (grid !== undefined && Math.ceil(width / grid) * Math.ceil(depth / grid) > MAX_CELLS) {
      const place = root.attributes.get('grid')?.place ?? root.place;
      this.complain(place, `grid of <environment>: expected at most ${MAX_CELLS} cells, got more with ${grid}`);
    }
    const robots = root.children.filter(({ name }) => name === 'robot');
    if (robots.length > MAX_ROBOTS) {
      this.complain(robots[MAX_ROBOTS]!.place, `expected at most ${MAX_ROBOTS} robots`);
    }
    const map = root.attributes.get('map')?.value;
    return {
      width,
      depth,
      timeStepMillis: this.number(root, 'timeStepMillis', DEFAULT_STEP_MILLIS, integers(1, MAX_STEP_MILLIS)),
      walls: isTrue(root, 'walls') ?? false,
      map: map ?? (grid === undefined ? 'exact' : 'grid'),
      grid,
      gridPolicy: this.word(root, 'gridPolicy', ['exact', 'blocked'] satisfies GridPolicy[], 'exact'),
      communications: this.communications(root),
      objects: root.children.filter(({ name }) => name === 'object').map((element) => this.object(element)),
      robots: robots.slice(0, MAX_ROBOTS).map((element) => this.robot(element)),
    };
  }

  private communications(root: XmlElement): Communications {
    const [element, second] = root.children.filter(({ name }) => name === 'communications');
    if (second !== undefined) this.complain(second.place, 'expected at most one <communications>');
    if (element === undefined) return DEFAULT_COMMUNICATIONS;
    return {
      enabled: isTrue(element, 'enabled') ?? true,
      network: this.word(element, 'network', NETWORK_NAMES, 'basic'),
      delay: this.number(element, 'delay', 0, STRENGTH),
      loss: this.number(element, 'loss', 0, FRACTION),
      range: this.optional(element, 'range', SIZE),
    };
  }

  private object(element: XmlElement): CrsimObject {
    const composed = element.children.filter(({ name }) => name === 'shape');
    const type = element.attributes.get('type');
    if ((type === undefined) === (composed.length === 0)) {
      const got = type === undefined ? 'neither' : 'both';
      this.complain(element.place, `<object>: expected either a type or <shape> elements, got ${got}`);
    }
    const shapes = composed.map((shape) => this.shape(shape, this.placeOf(shape)));
    return {
      ...this.thing(element),
      shapes: type === undefined ? shapes : [this.shape(element, HERE)],
    };
  }

  private robot(element: XmlElement): CrsimRobot {
    const type = element.attributes.get('type')?.value ?? 'CYLINDER';
    if (type !== 'CYLINDER' && type !== 'SPHERE') {
      const place = element.attributes.get('type')?.place ?? element.place;
      this.complain(place, `type of <robot>: ${expected('CYLINDER or SPHERE', type)}`);
    }
    const elements = element.children.filter(({ name }) => name === 'sensor');
    if (elements.length > MAX_SENSORS) {
      this.complain(elements[MAX_SENSORS]!.place, `expected at most ${MAX_SENSORS} sensors per robot`);
    }
    const radius = this.number(element, 'radius', 1, SIZE);
    const height = this.optional(element, 'height', SIZE);
    const shape: CrsimShape = {
      type,
      ...HERE,
      radius,
      ...(type === 'SPHERE' ? {} : { height: height ?? radius }),
      params: {},
    };
    return { ...this.thing(element), shapes: [shape], sensors: this.sensors(elements.slice(0, MAX_SENSORS)) };
  }

  private thing(element: XmlElement): Omit<CrsimObject, 'shapes'> {
    return {
      name: this.name(element),
      ...this.placeOf(element),
      color: this.color(element),
      heat: this.number(element, 'heat', 0, STRENGTH),
      ir: this.number(element, 'ir', 0, FRACTION),
      place: element.place,
    };
  }

  private placeOf(element: XmlElement): typeof HERE {
    return {
      x: this.number(element, 'x', 0, ANY),
      y: this.number(element, 'y', 0, ANY),
      z: this.number(element, 'z', 0, ANY),
      rotation: this.number(element, 'rotation', 0, ANY),
    };
  }

  private shape(element: XmlElement, where: typeof HERE): CrsimShape {
    const type = element.attributes.get('type')?.value ?? '';
    const wanted = SHAPE_SIZES.get(type);
    const sizes = SIZES.flatMap((size) => {
      const value = this.optional(element, size, SIZE);
      if (value === undefined && wanted?.includes(size) === true && !element.attributes.has(size)) {
        this.complain(element.place, `<${element.name}> of type ${type} needs a ${size}`);
      }
      const attribute = element.attributes.get(size);
      if (attribute !== undefined && wanted?.includes(size) === false) {
        this.complain(attribute.place, `${size} of <${element.name}>: ${type} has ${wanted.join(', ')} only`);
      }
      return value === undefined ? [] : [[size, value] as const];
    });
    return { type, ...where, ...Object.fromEntries(sizes), params: this.params(element) };
  }

  private sensors(elements: readonly XmlElement[]): CrsimSensor[] {
    const seen = new Set<number>();
    return elements.map((element) => {
      const given = this.optional(element, 'id', integers(0, MAX_SENSOR_ID));
      const id = given ?? 0;
      if (given !== undefined && seen.has(id)) {
        const place = element.attributes.get('id')?.place ?? element.place;
        this.complain(place, `id of <sensor>: expected a unique id, got ${id}, the id of another sensor`);
      }
      if (given !== undefined) seen.add(given);
      const range = this.optional(element, 'range', SIZE);
      const radius = this.optional(element, 'radius', SIZE);
      return {
        id,
        type: element.attributes.get('type')?.value ?? '',
        ...this.placeOf(element),
        hasPosition: element.attributes.has('x') || element.attributes.has('z'),
        ...(range !== undefined && { range }),
        ...(radius !== undefined && { radius }),
        params: this.params(element),
        place: element.place,
      };
    });
  }

  private params(element: XmlElement): Params {
    const pairs = element.children
      .filter(({ name }) => name === 'param')
      .map(({ attributes }) => [attributes.get('name')?.value ?? '', attributes.get('value')?.value ?? ''] as const);
    return Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'));
  }

  private name(element: XmlElement): string {
    const attribute = element.attributes.get('name');
    const name = attribute?.value ?? '';
    if (attribute === undefined) return name;
    if (!isName(name)) {
      const what = `1 to ${MAX_NAME} characters without control characters or spaces around them`;
      this.complain(attribute.place, `name of <${element.name}>: ${expected(what, name)}`);
    }
    const earlier = this.names.get(name);
    if (earlier === undefined) this.names.set(name, element.place);
    else {
      const text = `expected a unique name, got ${JSON.stringify(name)}, the name in line ${earlier.line}`;
      this.complain(attribute.place, `name of <${element.name}>: ${text}`);
    }
    return name;
  }

  private color(element: XmlElement): Color {
    const attribute = element.attributes.get('color');
    if (attribute === undefined) return DEFAULT_COLOR;
    const parts = attribute.value.trim().split(/\s+/).map(Number);
    const [red, green, blue] = parts;
    if (parts.length === 3 && parts.every(FRACTION.holds)) return [red!, green!, blue!];
    const what = 'red, green and blue from 0 to 1, as in "0.6 0.4 0.2"';
    this.complain(attribute.place, `color of <${element.name}>: ${expected(what, attribute.value)}`);
    return DEFAULT_COLOR;
  }

  private word<Word extends string>(element: XmlElement, name: string, words: readonly Word[], otherwise: Word): Word {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return otherwise;
    const word = words.find((each) => each === attribute.value);
    if (word !== undefined) return word;
    this.complain(attribute.place, `${name} of <${element.name}>: ${expected(oneOf(words), attribute.value)}`);
    return otherwise;
  }

  private number(element: XmlElement, name: string, otherwise: number, range: NumberRange): number {
    return this.optional(element, name, range) ?? otherwise;
  }

  /** Undefined if it is missing, or not a number, which the schema reports. */
  private optional(element: XmlElement, name: string, { holds, text: what }: NumberRange): number | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return undefined;
    const text = attribute.value.trim();
    if (!/^[-+]?(?:\d|\.\d|INF|NaN)/.test(text)) return undefined;
    const value = Number(text);
    // 0 + turns -0 into 0.
    if (holds(value)) return 0 + value;
    this.complain(attribute.place, `${name} of <${element.name}>: ${expected(what, text)}`);
    return undefined;
  }

  private complain(place: Place, text: string): void {
    if (this.problems.length < MAX_SYNTAX_PROBLEMS) this.problems.push({ severity: 'error', place, text });
  }
}

const HERE = { x: 0, y: 0, z: 0, rotation: 0 };
const SIZES = ['width', 'height', 'depth', 'radius'] as const;

/** An XML boolean; the schema reports other values. */
function isTrue({ attributes }: XmlElement, name: string): boolean | undefined {
  const attribute = attributes.get(name);
  if (attribute === undefined) return undefined;
  return ['true', '1'].includes(attribute.value.trim());
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= MAX_NAME && name.trim() === name && !/\p{Cc}/u.test(name);
}
