/** What the world's own front end says against a text that is not saved yet, and which shapes it is about. */
import { type EditorProblem, kindOf, type OpenedWorld, type Shape, type WorldDocument } from '@kineko/editor';
import { InputError, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { loadScenario, type Source } from '@kineko/run';
import { NodeHost } from '@kineko/run/node';
import type { CliContext } from '@kineko/run/console';
import { FRONT_ENDS } from '../front-ends.js';
import { type FormatName, openWorld, WORLD_FORMATS } from '../page/world-formats.js';

export interface CheckOptions {
  readonly plugin?: readonly string[] | undefined;
  readonly allowPath?: readonly string[] | undefined;
}

/** As `kineko validate` says it. */
async function problemsOf(
  source: Source,
  { plugin, allowPath }: CheckOptions,
  { env, cwd }: CliContext,
): Promise<readonly Problem[]> {
  try {
    const scenario = await loadScenario(source, {
      frontEnds: FRONT_ENDS,
      host: new NodeHost({ base: import.meta.url }),
      context: { env, cwd, flags: { plugin, allowPath } },
    });
    return await scenario.problems();
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    const text = messageOf(error);
    return [{ severity: 'error', place: { file: source.path }, text }];
  }
}

/** So many are sent. */
const MAX_PROBLEMS = 200;

/** @param text What would be saved for the document. */
export async function checked(
  text: string,
  path: string,
  document: WorldDocument,
  options: CheckOptions,
  context: CliContext,
): Promise<EditorProblem[]> {
  const problems = await problemsOf({ path, bytes: new TextEncoder().encode(text) }, options, context);
  const ties = await tiesOf(text, path, document);
  return problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const { severity, place, text: said } = problem;
    const where =
      place?.line === undefined ? '' : [place.line, place.column].filter((part) => part !== undefined).join(':');
    return { severity, text: said, where, shapes: ties?.shapesOf(problem) ?? [] };
  });
}

async function tiesOf(text: string, path: string, document: WorldDocument): Promise<Ties | undefined> {
  try {
    return new Ties(text, path, document, await openWorld(document.format, text, path));
  } catch {
    // What cannot even be opened again is about no shape in particular.
    return undefined;
  }
}

/** Finds shapes by where a problem is, and by what it calls them. */
class Ties {
  /** The ids of the document, for each shape as it stands in the text. */
  private readonly ids: readonly (number | undefined)[];
  private readonly lines: readonly number[];

  constructor(
    private readonly text: string,
    private readonly path: string,
    private readonly document: WorldDocument,
    private readonly opened: OpenedWorld,
  ) {
    const groups = new Map<string, Shape[]>();
    for (const shape of document.shapes) {
      const group = groupOf(document.format, shape);
      const others = groups.get(group);
      if (others === undefined) groups.set(group, [shape]);
      else others.push(shape);
    }
    const next = new Map<string, number>();
    this.ids = opened.document.shapes.map((shape) => {
      const group = groupOf(document.format, shape);
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

  /** The smallest that has the place in it. */
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
    const { format } = this.document;
    const { numbered = {} } = WORLD_FORMATS[format as FormatName];
    const byNumber = Object.entries(numbered).flatMap(([word, group]) => {
      const own = shapes.filter((shape) => groupOf(format, shape) === group);
      return [...text.matchAll(new RegExp(`\\b${word} (\\d+)`, 'g'))].map(([, number]) => own[Number(number)]?.id);
    });
    return [...byName.map(({ id }) => id), ...byNumber];
  }
}

function groupOf(format: string, { kind }: Shape): string {
  return kindOf(WORLD_FORMATS[format as FormatName], kind).group;
}
