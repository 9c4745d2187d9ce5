/** Settings of authors' classes, `<ClassName>.<name>`: keys in no table, since classes are not known in advance. */
import type { Given } from '@kineko/run/settings';
import { classIn, isFile, namesOf } from './checks/class-names.js';
import { KEYS } from './keys/keys.js';

export class ClassSettings {
  private classNames: ReadonlySet<string> | undefined;
  /** Whether a class is named by its file, which may contain classes of any name. */
  private namesFile = false;
  private readonly builtIn = new Set<string>();

  constructor(
    private readonly all: readonly Given[],
    private readonly winners: ReadonlyMap<string, Given>,
  ) {}

  /** Called when another key was given. */
  update(): void {
    this.classNames = undefined;
  }

  /** The values of `parameter.<name>`, or of `<ClassName>.<name>` with or without its package, by name. */
  of(className?: string): ReadonlyMap<string, Given> {
    const start = `${className ?? 'parameter'}.`;
    const found = new Map<string, Given>();
    for (const given of this.all) {
      const inPackage = className === undefined ? -1 : given.key.indexOf(`.${start}`);
      const at = given.key.startsWith(start) ? 0 : inPackage + 1;
      if (at > 0 || given.key.startsWith(start)) given.keepIn(found, given.key.slice(at + start.length));
    }
    return found;
  }

  /** Whether a key outside the table is a setting of a class that is named, or that may be in a file that is named. */
  isOne(key: string): boolean {
    return this.isOfNamedClass(key) || (this.namesFile && classIn(key) !== undefined);
  }

  /** Whether the class of a setting is named, or a file with its name. */
  private isOfNamedClass(key: string): boolean {
    const names = (this.classNames ??= this.namesOfClasses());
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
      if (dot < key.length - 1 && names.has(key.slice(0, dot))) return true;
    }
    return false;
  }

  /** Whether the class of a setting is named without a file, and so is built in, perhaps under another name. */
  isOfBuiltIn(key: string): boolean {
    const className = classIn(key);
    return className !== undefined && this.isOfNamedClass(key) && this.builtIn.has(className);
  }

  /** The settings of all classes that are named. */
  entries(): ReadonlyMap<string, Given> {
    const found = new Map<string, Given>();
    for (const given of this.all) {
      if (given.known === undefined && this.isOne(given.key)) given.keepIn(found, given.key);
    }
    return found;
  }

  private namesOfClasses(): ReadonlySet<string> {
    const names = new Set<string>(ADDED_LINKS);
    this.builtIn.clear();
    this.namesFile = false;
    const note = (value: unknown): void => {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each !== 'string') continue;
        const isInFile = isFile(each);
        if (isInFile) this.namesFile = true;
        for (const name of namesOf(each)) {
          names.add(name);
          if (!isInFile) this.builtIn.add(name);
        }
      }
    };
    for (const { known, value } of this.winners.values()) if (CLASS_TYPES.includes(known!.row.type)) note(value);
    if (!this.winners.has('network')) note(KEYS.network.default);
    return names;
  }
}

/** Links that are added below protocols that need them, and so have settings without being named. */
const ADDED_LINKS: readonly string[] = ['ReliableLink', 'FifoLink'];

const CLASS_TYPES: readonly string[] = ['class', 'classes', 'words'];
