/** Reads scenarios: what the schema asks, and what it cannot say. */
import { InputError, type Place, type Problem, shown } from '@kineko/formats/problem';
import { MAX_PROBLEMS, readXml, type XmlElement } from '@kineko/formats/xml';
import { SIMULATION_XSD } from '../xsd/simulation-xsd.js';
import type { EnsembleEntry, Field, ObjectEntry, Placed, RobotEntry, ScenarioFile, SensorEntry } from './scenario.js';

/** The largest of Java's whole numbers. */
const MAX_WHOLE = 2_147_483_647;

/** Of a robot, if nothing is said. */
const ROBOT_SIZE = 3;

const SMALLEST_ROBOT = 1;

/** The sensor that every robot has: a layer of that name would hide it. */
const RESERVED_SENSOR = 'collisions';

/** Throws an InputError with all that is wrong, first by the schema, then otherwise. `name` is what problems call the file. */
export async function readDeecoScenario(text: string, name: string): Promise<ScenarioFile> {
  const { root, problems } = await readXml(text, name, SIMULATION_XSD);
  // What the schema has refused is told; what is read of it besides would only be told twice.
  if (problems.length > 0) throw new InputError(problems);
  const reader = new ScenarioReader();
  const scenario = reader.scenario(root);
  if (reader.problems.length > 0) throw new InputError(reader.problems);
  return scenario;
}

class ScenarioReader {
  readonly problems: Problem[] = [];

  scenario(root: XmlElement): ScenarioFile {
    const logfile = textOf(root, 'logfile');
    if (logfile.value === '') this.complain(logfile.place, 'logfile of <simulation> is empty; right would be a file');
    return {
      cycles: this.whole(root, 'cycles'),
      logfile,
      field: this.field(root),
      processingTime: this.whole(root, 'processingTime'),
      sensors: this.sensors(entriesOf(root, 'sensors')),
      robots: entriesOf(root, 'robots').map((element) => this.robot(element)),
      ensembles: this.ensembles(entriesOf(root, 'ensembles')),
      objects: entriesOf(root, 'objects').map((element) => this.object(element)),
    };
  }

  private field(root: XmlElement): Field {
    if (root.attributes.has('bitmap')) return { bitmap: textOf(root, 'bitmap') };
    const missing = ['sizeX', 'sizeY'].filter((name) => !root.attributes.has(name));
    if (missing.length > 0) {
      const text = `<simulation> has no bitmap and no ${missing.join(' and no ')}; right would be a bitmap, or both sizes`;
      this.complain(root.place, text);
    }
    return { width: this.whole(root, 'sizeX'), height: this.whole(root, 'sizeY') };
  }

  private sensors(elements: readonly XmlElement[]): SensorEntry[] {
    const first = new Map<string, Place>();
    return elements.map((element) => {
      const name = textOf(element, 'name');
      const earlier = first.get(name.value);
      if (name.value === RESERVED_SENSOR) {
        const text = `a sensor is named ${shown(RESERVED_SENSOR)}, as is the one that every robot has; right would be another name`;
        this.complain(name.place, text);
      } else if (earlier !== undefined) {
        const text = `is a second sensor named ${shown(name.value)}, after the one in line ${earlier.line}; right would be another name`;
        this.complain(name.place, text);
      } else first.set(name.value, name.place);
      return { name, processor: textOf(element, 'processor'), arg: textOf(element, 'arg') };
    });
  }

  private ensembles(elements: readonly XmlElement[]): EnsembleEntry[] {
    const first = new Map<string, Place>();
    return elements.map((element) => {
      const className = textOf(element, 'class');
      const earlier = first.get(className.value);
      if (earlier === undefined) first.set(className.value, className.place);
      else {
        const text = `is a second ensemble of class ${shown(className.value)}, after the one in line ${earlier.line}; allowed is one`;
        this.complain(className.place, text);
      }
      return { className };
    });
  }

  private robot(element: XmlElement): RobotEntry {
    const size = this.number(element, 'size', ROBOT_SIZE);
    if (size < SMALLEST_ROBOT) {
      const { value, place } = element.attributes.get('size')!;
      this.complain(place, `size of <robot> is ${shown(value)}; right would be a radius from ${SMALLEST_ROBOT} on`);
    }
    return { ...this.component(element), size, angle: this.number(element, 'angle', 0) };
  }

  private object(element: XmlElement): ObjectEntry {
    return { ...this.component(element), size: this.number(element, 'size', 0) };
  }

  private component(element: XmlElement): Omit<ObjectEntry, 'size'> {
    return {
      place: element.place,
      className: textOf(element, 'class'),
      x: this.number(element, 'posX', 0),
      y: this.number(element, 'posY', 0),
      tag: textOf(element, 'tag').value,
      arg: textOf(element, 'arg'),
    };
  }

  /** The schema lets INF and NaN through, which are no place and no size. */
  private number(element: XmlElement, name: string, otherwise: number): number {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return otherwise;
    const value = Number(attribute.value.trim());
    if (Number.isFinite(value)) return value;
    const text = `${name} of <${element.name}> is ${shown(attribute.value)}; right would be a finite number`;
    this.complain(attribute.place, text);
    return otherwise;
  }

  /** From 1 on, by the schema; 1 if it is left out. */
  private whole(element: XmlElement, name: string): Placed<number> {
    const attribute = element.attributes.get(name);
    const value = Number(attribute?.value.trim() ?? 1);
    if (attribute !== undefined && value > MAX_WHOLE) {
      const text = `${name} of <${element.name}> is ${shown(attribute.value)}; allowed are 1 to ${MAX_WHOLE}`;
      this.complain(attribute.place, text);
    }
    return { value, place: attribute?.place ?? element.place };
  }

  private complain(place: Place, text: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ severity: 'error', place, text });
  }
}

/** What stands in a section; sections may be left out. */
function entriesOf(root: XmlElement, section: string): readonly XmlElement[] {
  return root.children.find(({ name }) => name === section)?.children ?? [];
}

function textOf(element: XmlElement, name: string): Placed<string> {
  const attribute = element.attributes.get(name);
  return { value: attribute?.value ?? '', place: attribute?.place ?? element.place };
}
