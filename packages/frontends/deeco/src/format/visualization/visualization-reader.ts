/** Reads visualization files: what the schema asks, and what it cannot say. */
import { InputError, type Place, type Problem, shown } from '@kineko/formats/problem';
import { MAX_PROBLEMS, readXml, type XmlElement } from '@kineko/formats/xml';
import { VISUALIZATION_XSD } from '../xsd/visualization-xsd.js';
import { COLOUR_EXPECTED, readColour, type Rgba } from './colours.js';
import {
  type AdditionalLayer,
  type ComponentLayer,
  DEFAULTS,
  type Fill,
  type Layer,
  type Rules,
  type Visualization,
  withStandardLayers,
} from './visualization.js';

/** The playground's schema allows one `number`; its manual describes, and its code reads, as many as there are. */
const SCHEMA = VISUALIZATION_XSD.replace(
  '<xs:element name="number">',
  '<xs:element name="number" minOccurs="0" maxOccurs="unbounded">',
);

/** The largest of Java's whole numbers. */
const MAX_WHOLE = 2_147_483_647;

/** Throws an InputError with all that is wrong, first by the schema, then otherwise. `name` is what problems call the file. */
export async function readVisualization(text: string, name: string): Promise<Visualization> {
  const { root, problems } = await readXml(text, name, SCHEMA);
  const reader = new VisualizationReader();
  const visualization = reader.visualization(root);
  const all = [...problems, ...reader.problems];
  if (all.length > 0) throw new InputError(all);
  return visualization;
}

/** What the schema has refused is passed over in silence here: it has been told. */
class VisualizationReader {
  readonly problems: Problem[] = [];

  visualization(root: XmlElement): Visualization {
    return {
      zoom: this.whole(root, 'zoom', DEFAULTS.zoom),
      maxCps: this.whole(root, 'maxCPS', DEFAULTS.maxCps),
      rewindSpeed: this.whole(root, 'rewindSpeed', DEFAULTS.rewindSpeed),
      fontColor: this.colour(root, 'fontColor') ?? DEFAULTS.fontColor,
      layers: withStandardLayers(this.layers(root)),
    };
  }

  private layers(root: XmlElement): Layer[] {
    const layers: Layer[] = [];
    const first = new Map<string, XmlElement>();
    for (const element of root.children) {
      const earlier = first.get(element.name);
      if (earlier === undefined) first.set(element.name, element);
      else if (isSingle(element.name)) {
        this.complain(
          element.place,
          `is a second <${element.name}>, after the one in line ${earlier.place.line}; allowed is one`,
        );
      }
      const layer = this.layer(element);
      if (layer !== undefined) layers.push(layer);
    }
    return layers;
  }

  private layer(element: XmlElement): Layer | undefined {
    switch (element.name) {
      case 'map':
        return { kind: 'map', fill: this.fill(element) ?? DEFAULTS.map };
      case 'background':
        return { kind: 'background', fill: this.requiredFill(element) };
      case 'additional':
        return additional(element);
      case 'robots':
      case 'objects':
        return this.components(element, element.name);
      default:
        return undefined;
    }
  }

  private components(element: XmlElement, kind: ComponentLayer['kind']): ComponentLayer {
    const rules = element.children.map((child) => this.rules(child)).find((found) => found !== undefined);
    return {
      kind,
      displayNumbers: isTrue(element, 'displayNumbers'),
      displayTags: isTrue(element, 'displayTags'),
      enableRotation: isTrue(element, 'enableRotation'),
      circularShape: isTrue(element, 'circularShape'),
      fontColor: this.colour(element, 'fontColor') ?? DEFAULTS.fontColor,
      ...(rules !== undefined && { rules }),
    };
  }

  private rules(element: XmlElement): Rules | undefined {
    switch (element.name) {
      case 'tag-based':
        return { by: 'tag', ...this.default(element), fills: new Map(this.rulesBy(element, 'tag', 'name')) };
      case 'class-based':
        return { by: 'class', ...this.default(element), fills: new Map(this.rulesBy(element, 'class', 'name')) };
      case 'number-based': {
        const rules = this.rulesBy(element, 'number', 'number');
        // Numbers that no robot can have are ignored, as those are that none has.
        const fills = rules.map(([number, fill]) => [Number(number), fill] as const);
        return {
          by: 'number',
          ...this.default(element),
          fills: new Map(fills.filter(([n]) => Number.isSafeInteger(n))),
        };
      }
      default:
        return undefined;
    }
  }

  private default(element: XmlElement): { readonly default?: Fill } {
    const found = element.children.find(({ name }) => name === 'default');
    return found === undefined ? {} : { default: this.requiredFill(found) };
  }

  /** Of several for one name the last holds. */
  private rulesBy(element: XmlElement, name: string, key: string): [string, Fill][] {
    const rules: [string, Fill][] = [];
    for (const rule of element.children) {
      if (rule.name !== name) continue;
      const fill = this.requiredFill(rule);
      const value = rule.attributes.get(key)?.value;
      if (value !== undefined) rules.push([value, fill]);
    }
    return rules;
  }

  private requiredFill(element: XmlElement): Fill {
    const fill = this.fill(element);
    if (fill === undefined) {
      this.complain(element.place, `<${element.name}> has neither a color nor a texture; right would be one of them`);
    }
    return fill ?? DEFAULTS.map;
  }

  /** Undefined if there is none; black if there is one that cannot be used. */
  private fill(element: XmlElement): Fill | undefined {
    const color = element.attributes.get('color');
    const texture = element.attributes.get('texture');
    if (color !== undefined && texture !== undefined) {
      this.complain(texture.place, `<${element.name}> has both a color and a texture; right would be one of them`);
    }
    if (color !== undefined) return { color: this.colour(element, 'color') ?? DEFAULTS.map.color };
    if (texture?.value === '')
      this.complain(texture.place, `texture of <${element.name}> is empty; right would be a file`);
    return texture === undefined ? undefined : { texture: texture.value };
  }

  private colour(element: XmlElement, name: string): Rgba | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return undefined;
    const colour = readColour(attribute.value);
    if (colour === undefined) {
      const text = `${name} of <${element.name}> is ${shown(attribute.value)}; right would be ${COLOUR_EXPECTED}`;
      this.complain(attribute.place, text);
    }
    return colour;
  }

  /** From 1 on, by the schema. */
  private whole(element: XmlElement, name: string, otherwise: number): number {
    const attribute = element.attributes.get(name);
    const value = Number(attribute?.value ?? otherwise);
    if (attribute !== undefined && value > MAX_WHOLE) {
      const text = `${name} of <${element.name}> is ${shown(attribute.value)}; allowed are 1 to ${MAX_WHOLE}`;
      this.complain(attribute.place, text);
    }
    return value;
  }

  private complain(place: Place, text: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ severity: 'error', place, text });
  }
}

function isSingle(name: string): boolean {
  return name === 'map' || name === 'robots' || name === 'objects';
}

function additional({ attributes }: XmlElement): AdditionalLayer {
  const arg = attributes.get('arg')?.value;
  return { kind: 'additional', className: attributes.get('class')?.value ?? '', ...(arg !== undefined && { arg }) };
}

/** Only this very word counts: the schema would allow 1 as well, which the playground takes for false. */
function isTrue({ attributes }: XmlElement, name: string): boolean {
  return attributes.get(name)?.value === 'true';
}
