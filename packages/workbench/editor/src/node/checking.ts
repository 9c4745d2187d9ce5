/** Checks a text that is not saved yet with the world's front end, and finds the shapes that its problems are about. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type { Source } from '@kineko/run';
import { kindOf, type WorldFormat } from '../world-format.js';
import type { OpenedWorld, Shape, WorldDocument } from '../model.js';
import type { EditorProblem } from '../protocol.js';

/** A world format, with the functions that only its front end has. */
export interface WorldServices {
  readonly format: WorldFormat;
  /** Opens the text of a world. */
  readonly open: (text: string, path: string) => Promise<OpenedWorld>;
  /** Returns the problems of a world that may not be saved yet; may throw an `InputError` instead. */
  readonly problemsOf: (source: Source) => Promise<readonly Problem[]>;
}

/** Limit on the problems sent to the page. */
const MAX_PROBLEMS = 200;

/** @param text The text that would be saved for the document. */
export async function checked(
  text: string,
  path: string,
  document: WorldDocument,
  services: WorldServices,
): Promise<EditorProblem[]> {
  const problems = await problemsIn(text, path, services);
  const finder = await services.open(text, path).then(
    (opened) => new ShapeFinder(text, path, document, opened, services.format),
    // Problems of a text that cannot be opened are about no shape.
    () => undefined,
  );
  return problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const { severity, place } = problem;
    const where =
      place?.line === undefined ? '' : [place.line, place.column].filter((part) => part !== undefined).join(':');
    return { severity, text: problem.text, where, shapes: finder?.shapesOf(problem) ?? [] };
  });
}

async function problemsIn(text: string, path: string, { problemsOf }: WorldServices): Promise<readonly Problem[]> {
  try {
    return await problemsOf({ path, bytes: new TextEncoder().encode(text) });
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    return [{ severity: 'error', place: { file: path }, text: messageOf(error) }];
  }
}

/** Finds the shapes of a problem by its place, and by the names and numbers in its text. */
class ShapeFinder {
  /** The ids in the document, for each shape in the order of the text. */
  private readonly ids: readonly (number | undefined)[];
  private readonly lines: readonly number[];

  constructor(
    private readonly text: string,
    private readonly path: string,
    private readonly document: WorldDocument,
    private readonly opened: OpenedWorld,
    private readonly format: WorldFormat,
  ) {
    const groups = new Map<string, Shape[]>();
    for (const shape of document.shapes) {
      const group = groupOf(format, shape);
      const others = groups.get(group);
      if (others === undefined) groups.set(group, [shape]);
      else others.push(shape);
    }
    const next = new Map<string, number>();
    this.ids = opened.document.shapes.map((shape) => {
      const group = groupOf(format, shape);
      const index = next.get(group) ?? 0;
      next.set(group, index + 1);
      return groups.get(group)?.[index]?.id;
    });
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.lines = starts;
  }

  shapesOf({ place, text }: Problem): number[] {
    const found = new Set<number>();
    const add = (id: number | undefined): void => void (id !== undefined && found.add(id));
    if (place?.line !== undefined && place.file === this.path) {
      add(this.at((this.lines[place.line - 1] ?? 0) + (place.column ?? 1) - 1));
    }
    for (const [, line] of text.matchAll(/\(line (\d+)\)/g)) add(this.on(Number(line)));
    for (const id of this.named(text)) add(id);
    return [...found];
  }

  /** The smallest shape that contains the offset. */
  private at(offset: number): number | undefined {
    const sizes = this.opened.spans.map(({ start, end }) => (start <= offset && offset < end ? end - start : Infinity));
    const least = sizes.reduce((a, b) => Math.min(a, b), Infinity);
    return least === Infinity ? undefined : this.ids[sizes.indexOf(least)];
  }

  private on(line: number): number | undefined {
    const start = this.lines[line - 1];
    if (start === undefined) return undefined;
    return this.at(start + (/\S/.exec(this.text.slice(start))?.index ?? 0));
  }

  private named(text: string): (number | undefined)[] {
    const { shapes } = this.document;
    const names = [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    const byName = shapes.filter(({ properties }) => names.includes(properties['name'] as string));
    const { format } = this;
    const { numbered = {} } = format;
    const byNumber = Object.entries(numbered).flatMap(([word, group]) => {
      const own = shapes.filter((shape) => groupOf(format, shape) === group);
      return [...text.matchAll(new RegExp(`\\b${word} (\\d+)`, 'g'))].map(([, number]) => own[Number(number)]?.id);
    });
    return [...byName.map(({ id }) => id), ...byNumber];
  }
}

function groupOf(format: WorldFormat, { kind }: Shape): string {
  return kindOf(format, kind).group;
}
