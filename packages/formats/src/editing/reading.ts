/** Documents as they come over the wire, read strictly: whoever has the token may still send anything. */
import { type Field, kindOf, type WorldFormat } from './kinds.js';
import type { Form, Point, Properties, PropertyValue, Shape, WorldDocument } from './model.js';

const MOST_SHAPES = 20_000;
/** Of all shapes together. */
const MOST_POINTS = 200_000;
const MOST_CHARACTERS = 4096;
const MOST_LENGTH = 1e9;

type Members = Readonly<Record<string, unknown>>;

/** Throws an Error that says what is wrong; a document is made by a program, so the first thing is enough. */
export function readDocument(value: unknown, format: WorldFormat): WorldDocument {
  return new DocumentReader(format).document(value);
}

class DocumentReader {
  #points = 0;
  readonly #ids = new Set<number>();

  constructor(private readonly format: WorldFormat) {}

  document(value: unknown): WorldDocument {
    const { format, shapes, properties } = membersOf(value, 'the document', ['format', 'shapes', 'properties']);
    if (format !== this.format.name) throw new Error(`the document is not one of ${this.format.title}`);
    if (!Array.isArray(shapes) || shapes.length > MOST_SHAPES) {
      throw new Error(`shapes must be a list of at most ${MOST_SHAPES}`);
    }
    return {
      format: this.format.name,
      shapes: shapes.map((shape: unknown) => this.#shape(shape)),
      properties: propertiesOf(properties, this.format.fields),
    };
  }

  #shape(value: unknown): Shape {
    const members = membersOf(value, 'a shape', ['id', 'kind', 'x', 'y', 'angle', 'form', 'properties', 'like']);
    const { id, like } = members;
    const isWhole = (number: unknown): number is number => Number.isSafeInteger(number) && (number as number) >= 0;
    if (!isWhole(id) || this.#ids.has(id)) throw new Error('each shape must have an id of its own, a whole number');
    this.#ids.add(id);
    if (like !== undefined && !isWhole(like)) throw new Error('what a shape is like must be a whole number');
    if (typeof members['kind'] !== 'string') throw new Error('a shape must have a kind');
    const kind = kindOf(this.format, members['kind']);
    return {
      id,
      kind: kind.name,
      x: lengthOf(members['x']),
      y: lengthOf(members['y']),
      angle: lengthOf(members['angle']),
      form: this.#form(members['form']),
      properties: propertiesOf(members['properties'], kind.fields),
      ...(like !== undefined && { like }),
    };
  }

  #form(value: unknown): Form {
    const form = membersOf(value, 'a form', ['kind', 'radius', 'width', 'height', 'parts', 'points', 'reach']);
    switch (form['kind']) {
      case 'disc':
        return { kind: 'disc', radius: lengthOf(form['radius']) };
      case 'box':
        return { kind: 'box', width: lengthOf(form['width']), height: lengthOf(form['height']) };
      case 'source':
        return { kind: 'source', reach: lengthOf(form['reach']) };
      case 'path':
        return { kind: 'path', points: this.#list(form['points']), width: lengthOf(form['width']) };
      case 'polygons': {
        const { parts } = form;
        if (!Array.isArray(parts) || parts.length > MOST_POINTS) throw new Error('parts must be a list of polygons');
        return { kind: 'polygons', parts: parts.map((part: unknown) => this.#list(part)) };
      }
      default:
        throw new Error('the kind of a form must be disc, box, source, path or polygons');
    }
  }

  #list(value: unknown): Point[] {
    if (!Array.isArray(value)) throw new Error('points must be a list');
    this.#points += value.length;
    if (this.#points > MOST_POINTS) throw new Error(`there are more than ${MOST_POINTS} points`);
    return value.map((point: unknown) => {
      const { x, y } = membersOf(point, 'a point', ['x', 'y']);
      return { x: lengthOf(x), y: lengthOf(y) };
    });
  }
}

function membersOf(value: unknown, what: string, known: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} must be an object`);
  const strange = Object.keys(value).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`${what} has the members ${known.join(', ')}, and no others`);
  return value as Members;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) <= MOST_LENGTH) return value;
  throw new Error(`places and lengths must be numbers of at most ${MOST_LENGTH}`);
}

/** What a field takes; whether it makes sense is for the format's own reader to say. */
function propertiesOf(value: unknown, fields: readonly Field[]): Properties {
  const known = fields.map(({ name }) => name);
  const members = membersOf(value, 'properties', known);
  for (const each of Object.values(members)) {
    const isRight =
      typeof each === 'boolean' ||
      (typeof each === 'number' && Number.isFinite(each)) ||
      (typeof each === 'string' && each.length <= MOST_CHARACTERS);
    if (!isRight) throw new Error(`a property must be a finite number, true, false, or a text of ${MOST_CHARACTERS}`);
  }
  return Object.fromEntries(Object.entries(members)) as Readonly<Record<string, PropertyValue>>;
}
