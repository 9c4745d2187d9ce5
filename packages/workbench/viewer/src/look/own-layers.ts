/** Layers that authors write: a small class in a file. */
import type { View } from '@kineko/ui';
import type { Canvas2d } from '../render/canvas.js';
import type { Drawing, OwnLayer } from '../render/drawing.js';
import type { Scene } from '../scene/scene.js';
import type { WantedLayer } from './look-file.js';

/** What the class of a layer has. Its file may have other exports besides. */
export interface AuthorLayer {
  /** For the panel; by default the name of the class. */
  readonly name?: string;
  /** Draws onto the canvas what there is at a time; `project(view, point)` goes from metres to pixels. */
  draw(canvas: Canvas2d, scene: Scene, time: number, view: View): void;
  /**
   * Told once, before anything is drawn, what a visualization file says to it: `<additional class="…" arg="…"/>`; and if that
   * is the name of a file beside it, what is in the file.
   */
  processArg?(arg: string | undefined, file?: Uint8Array): void;
}

/** What a file exports. */
export interface LayerFile {
  /** What messages call it. */
  readonly file: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface MadeLayers {
  readonly layers: readonly OwnLayer[];
  /** By the name of the layer: what a visualization file would say of it. */
  readonly wanted: ReadonlyMap<string, WantedLayer>;
  /** For people. */
  readonly problems: readonly string[];
}

interface Candidate {
  readonly file: string;
  readonly className: string;
  readonly create: new () => AuthorLayer;
}

/**
 * A layer of each class in the files; those that a visualization file asks for, as often as it does and by the class's name
 * there, the others once. `onFailure` is told when one fails; it is then drawn no more.
 */
export function makeLayers(
  files: readonly LayerFile[],
  wanted: readonly WantedLayer[],
  onFailure: (text: string) => void,
): MadeLayers {
  const problems: string[] = [];
  const candidates = files.flatMap((file) => candidatesIn(file, problems));
  const layers: OwnLayer[] = [];
  const made = new Map<string, WantedLayer>();
  const used = new Set<Candidate>();
  const make = ({ file, create }: Candidate, name: string | undefined, wish: WantedLayer): void => {
    try {
      const author = new create();
      author.processArg?.(wish.arg, wish.file);
      const unique = uniqueName(name ?? author.name ?? wish.className, made);
      layers.push(guarded(unique, author, `${file}: the layer ${unique}`, onFailure));
      made.set(unique, wish);
    } catch (error) {
      problems.push(`${file}: the layer ${wish.className} cannot be made: ${textOf(error)}`);
    }
  };
  for (const wish of wanted) {
    const candidate = candidates.find(({ className }) => isMeant(className, wish.className));
    if (candidate === undefined) {
      problems.push(`the layer ${wish.className} is asked for, and no file has it: name its file by --layer`);
      continue;
    }
    used.add(candidate);
    make(candidate, wish.className, wish);
  }
  for (const candidate of candidates) {
    if (!used.has(candidate)) make(candidate, undefined, { className: candidate.className });
  }
  return { layers, wanted: made, problems };
}

function candidatesIn({ file, exports }: LayerFile, problems: string[]): Candidate[] {
  const found = Object.entries(exports).flatMap(([key, value]): Candidate[] => {
    if (!isLayerClass(value)) return [];
    const className = value.name === '' || value.name === 'default' ? (key === 'default' ? 'layer' : key) : value.name;
    return [{ file, className, create: value }];
  });
  // The default export may have a name of its own besides.
  const distinct = found.filter(({ create }, index) => found.findIndex((each) => each.create === create) === index);
  if (distinct.length === 0) {
    problems.push(`${file}: it exports no class with a method draw(canvas, scene, time, view)`);
  }
  return distinct;
}

function isLayerClass(value: unknown): value is new () => AuthorLayer {
  if (typeof value !== 'function') return false;
  const { prototype } = value as { readonly prototype?: { readonly draw?: unknown } | undefined };
  return typeof prototype?.draw === 'function';
}

/** Visualization files say it as Java does, with the package before it. */
function isMeant(className: string, asked: string): boolean {
  return asked === className || asked.endsWith(`.${className}`);
}

function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let unique = name;
  for (let k = 2; taken.has(unique); k++) unique = `${name} ${k}`;
  return unique;
}

function guarded(name: string, author: AuthorLayer, who: string, onFailure: (text: string) => void): OwnLayer {
  let hasFailed = false;
  return {
    name,
    draw({ context, scene, frame, view }: Drawing): void {
      if (hasFailed) return;
      try {
        author.draw(context, scene, frame.time, view);
      } catch (error) {
        hasFailed = true;
        onFailure(`${who} failed at t = ${frame.time.toFixed(2)} s and is drawn no more: ${textOf(error)}`);
      }
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
