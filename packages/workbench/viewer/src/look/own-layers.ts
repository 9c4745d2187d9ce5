/** Layers that authors write: a small class in a file. */
import type { View } from '@kineko/ui';
import type { Canvas2d } from '../render/canvas.js';
import type { Drawing, OwnLayer } from '../render/drawing.js';
import type { Scene } from '../scene/scene.js';
import type { WantedLayer } from './look-file.js';

/** Implemented by the class of a layer. Its file may have other exports. */
export interface AuthorLayer {
  /** Shown in the panel; by default the name of the class. */
  readonly name?: string;
  /** Draws the scene at a time; `project(view, point)` converts metres to pixels. */
  draw(canvas: Canvas2d, scene: Scene, time: number, view: View): void;
  /**
   * Called once before anything is drawn, with the `arg` of the visualization file (`<additional class="…" arg="…"/>`), and with
   * the contents of the file that it names, if there is one.
   */
  processArg?(arg: string | undefined, file?: Uint8Array): void;
}

/** A file with layers, and its exports. */
export interface LayerFile {
  /** Names the file in messages. */
  readonly file: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface MadeLayers {
  readonly layers: readonly OwnLayer[];
  /** The requests for the layers, by layer name. */
  readonly wanted: ReadonlyMap<string, WantedLayer>;
  /** Human-readable. */
  readonly problems: readonly string[];
}

interface Candidate {
  readonly file: string;
  readonly className: string;
  readonly create: new () => AuthorLayer;
}

/**
 * Creates a layer for each request of a visualization file, with the class name used there, and one for each class without a
 * request. A layer that fails while drawing is reported to `onFailure` and disabled.
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
      problems.push(`${file}: the layer ${wish.className} cannot be created: ${textOf(error)}`);
    }
  };
  for (const wish of wanted) {
    const candidate = candidates.find(({ className }) => matches(className, wish.className));
    if (candidate === undefined) {
      problems.push(`layer ${wish.className}: not found in any file; add its file with --layer`);
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
  // The default export may also be a named export.
  const distinct = found.filter(({ create }, index) => found.findIndex((each) => each.create === create) === index);
  if (distinct.length === 0) {
    problems.push(`${file}: expected an exported class with a method draw(canvas, scene, time, view)`);
  }
  return distinct;
}

function isLayerClass(value: unknown): value is new () => AuthorLayer {
  if (typeof value !== 'function') return false;
  const { prototype } = value as { readonly prototype?: { readonly draw?: unknown } | undefined };
  return typeof prototype?.draw === 'function';
}

/** Visualization files may have a Java package before the class name. */
function matches(className: string, requested: string): boolean {
  return requested === className || requested.endsWith(`.${className}`);
}

function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let unique = name;
  for (let k = 2; taken.has(unique); k++) unique = `${name} ${k}`;
  return unique;
}

function guarded(name: string, author: AuthorLayer, label: string, onFailure: (text: string) => void): OwnLayer {
  let hasFailed = false;
  return {
    name,
    draw({ context, scene, frame, view }: Drawing): void {
      if (hasFailed) return;
      try {
        author.draw(context, scene, frame.time, view);
      } catch (error) {
        hasFailed = true;
        onFailure(`${label} failed at t = ${frame.time.toFixed(2)} s and is disabled: ${textOf(error)}`);
      }
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
