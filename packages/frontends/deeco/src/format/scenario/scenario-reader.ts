/** Reads scenarios: validates them against the schema, then checks what a schema cannot express. */
import { InputError, type Place, shown } from '@kineko/formats/problem';
import { readXml, type XmlElement } from '@kineko/formats/xml';
import { CheckedAttributes } from '../checked-attributes.js';
import { SIMULATION_XSD } from '../xsd/simulation-xsd.js';
import type { EnsembleEntry, Field, ObjectEntry, Placed, RobotEntry, ScenarioFile, SensorEntry } from './scenario.js';

const DEFAULT_ROBOT_SIZE = 3;

const MIN_ROBOT_SIZE = 1;

/** The sensor that every robot has; a layer of that name would hide it. */
const RESERVED_SENSOR = 'collisions';

/** Throws an InputError with all problems: those of the schema, or else the others. `name` names the file in problems. */
export async function readDeecoScenario(text: string, name: string): Promise<ScenarioFile> {
  const { root, problems } = await readXml(text, name, SIMULATION_XSD);
  // The checks below would report the problems of the schema a second time.
  if (problems.length > 0) throw new InputError(problems);
  const reader = new ScenarioReader();
  const scenario = reader.scenario(root);
  if (reader.problems.length > 0) throw new InputError(reader.problems);
  return scenario;
}

class ScenarioReader extends CheckedAttributes {
  scenario(root: XmlElement): ScenarioFile {
    return {
      cycles: this.integer(root, 'cycles', 1),
      logfile: this.fileName(root, 'logfile'),
      field: this.field(root),
      processingTime: this.integer(root, 'processingTime', 1),
      sensors: this.sensors(entriesOf(root, 'sensors')),
      robots: entriesOf(root, 'robots').map((element) => this.robot(element)),
      ensembles: this.ensembles(entriesOf(root, 'ensembles')),
      objects: entriesOf(root, 'objects').map((element) => this.object(element)),
    };
  }

  private fileName(root: XmlElement, name: string): Placed<string> {
    const found = textOf(root, name);
    if (found.value.trim() === '') this.reportValue(root, name, 'the name of a file');
    return found;
  }

  private field(root: XmlElement): Field {
    if (root.attributes.has('bitmap')) return { bitmap: this.fileName(root, 'bitmap') };
    const missing = ['sizeX', 'sizeY'].filter((name) => !root.attributes.has(name));
    if (missing.length > 0) {
      const text = `<simulation> has no bitmap and no ${missing.join(' and no ')}: expected a bitmap, or both sizes`;
      this.report(root.place, text);
    }
    return { width: this.integer(root, 'sizeX', 1), height: this.integer(root, 'sizeY', 1) };
  }

  private sensors(elements: readonly XmlElement[]): SensorEntry[] {
    const first = new Map<string, Place>();
    return elements.map((element) => {
      const name = textOf(element, 'name');
      const earlier = first.get(name.value);
      if (name.value === RESERVED_SENSOR) {
        this.report(name.place, `the sensor name ${shown(RESERVED_SENSOR)} is reserved; use another name`);
      } else if (earlier !== undefined) {
        const text = `duplicate sensor ${shown(name.value)}: the first one is in line ${earlier.line}; use another name`;
        this.report(name.place, text);
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
        const text = `duplicate ensemble ${shown(className.value)}: the first one is in line ${earlier.line}`;
        this.report(className.place, text);
      }
      return { className };
    });
  }

  private robot(element: XmlElement): RobotEntry {
    const size = this.number(element, 'size', DEFAULT_ROBOT_SIZE);
    if (size < MIN_ROBOT_SIZE) this.reportValue(element, 'size', `a radius of at least ${MIN_ROBOT_SIZE}`);
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

  /** The schema accepts INF and NaN, which are neither positions nor sizes. */
  private number(element: XmlElement, name: string, otherwise: number): number {
    const attribute = element.attributes.get(name);
    if (attribute === undefined) return otherwise;
    const value = Number(attribute.value.trim());
    if (Number.isFinite(value)) return value;
    this.reportValue(element, name, 'a finite number');
    return otherwise;
  }
}

/** The elements of a section; empty if the section is left out. */
function entriesOf(root: XmlElement, section: string): readonly XmlElement[] {
  return root.children.find(({ name }) => name === section)?.children ?? [];
}

function textOf(element: XmlElement, name: string): Placed<string> {
  const attribute = element.attributes.get(name);
  return { value: attribute?.value ?? '', place: attribute?.place ?? element.place };
}
