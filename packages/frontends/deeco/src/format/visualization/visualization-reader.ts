/** Reads visualization files: validates them against the schema, then checks what a schema cannot express. */
import { InputError } from '@kineko/formats/problem';
import { readXml, type XmlElement } from '@kineko/formats/xml';
import { CheckedAttributes } from '../checked-attributes.js';
import { VISUALIZATION_XSD } from '../xsd/visualization-xsd.js';
import { COLOUR_EXPECTED, readColour, type Rgba } from './colours.js';
import {
  type AdditionalLayer,
  type ComponentLayer,
  DEFAULTS,
  type Fill,
  type VisualizationLayer,
  type Rules,
  type Visualization,
  withStandardLayers,
} from './visualization.js';

/** The playground's schema allows one `number`; its manual and its code allow any number of them. */
const SCHEMA = VISUALIZATION_XSD.replace(
  '<xs:element name="number">',
  '<xs:element name="number" minOccurs="0" maxOccurs="unbounded">',
);

/** Throws an InputError with all problems, those of the schema first. `name` names the file in problems. */
export async function readVisualization(text: string, name: string): Promise<Visualization> {
  const { root, problems } = await readXml(text, name, SCHEMA);
  const reader = new VisualizationReader();
  const visualization = reader.visualization(root);
  const all = [...problems, ...reader.problems];
  if (all.length > 0) throw new InputError(all);
  return visualization;
}

/** Does not report again what the schema has reported. */
class VisualizationReader extends CheckedAttributes {
  visualization(root: XmlElement): Visualization {
    return {
      zoom: this.integer(root, 'zoom', DEFAULTS.zoom).value,
      maxCps: this.integer(root, 'maxCPS', DEFAULTS.maxCps).value,
      rewindSpeed: this.integer(root, 'rewindSpeed', DEFAULTS.rewindSpeed).value,
      fontColor: this.colour(root, 'fontColor') ?? DEFAULTS.fontColor,
      layers: withStandardLayers(this.layers(root)),
    };
  }

  private layers(root: XmlElement): VisualizationLayer[] {
    const layers: VisualizationLayer[] = [];
    const first = new Map<string, XmlElement>();
    for (const element of root.children) {
      const earlier = first.get(element.name);
      if (earlier === undefined) first.set(element.name, element);
      else if (['map', 'robots', 'objects'].includes(element.name)) {
        this.report(element.place, `duplicate <${element.name}>: the first one is in line ${earlier.place.line}`);
      }
      const layer = this.layer(element);
      if (layer !== undefined) layers.push(layer);
    }
    return layers;
  }

  private layer(element: XmlElement): VisualizationLayer | undefined {
    switch (element.name) {
      case 'map':
        return { kind: 'map', fill: this.fill(element) ?? DEFAULTS.map };
      case 'background':
        return { kind: 'background', fill: this.requiredFill(element) };
      case 'additional':
        return additionalLayer(element);
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
        // Numbers that no robot can have are ignored, like numbers that no robot has.
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

  /** If several rules have the same name, the last one holds. */
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
      this.report(element.place, `<${element.name}> has neither a color nor a texture: expected one of them`);
    }
    return fill ?? DEFAULTS.map;
  }

  /** Undefined if there is none; black if it is invalid. */
  private fill(element: XmlElement): Fill | undefined {
    const color = element.attributes.get('color');
    const texture = element.attributes.get('texture');
    if (color !== undefined && texture !== undefined) {
      this.report(texture.place, `<${element.name}> has both a color and a texture: expected one of them`);
    }
    if (color !== undefined) return { color: this.colour(element, 'color') ?? DEFAULTS.map.color };
    if (texture?.value === '') this.reportValue(element, 'texture', 'the name of a file');
    return texture === undefined ? undefined : { texture: texture.value };
  }

  private colour(element: XmlElement, name: string): Rgba | undefined {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return undefined;
    const colour = readColour(attribute.value);
    if (colour === undefined) this.reportValue(element, name, COLOUR_EXPECTED);
    return colour;
  }
}

function additionalLayer({ attributes }: XmlElement): AdditionalLayer {
  const arg = attributes.get('arg')?.value;
  return { kind: 'additional', className: attributes.get('class')?.value ?? '', ...(arg !== undefined && { arg }) };
}

/** Only the word `true` counts: the schema also allows 1, which the playground takes for false. */
function isTrue({ attributes }: XmlElement, name: string): boolean {
  return attributes.get(name)?.value === 'true';
}
