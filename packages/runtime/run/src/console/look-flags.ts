/** Flags for the look of a run, apart from the code that reads them, which takes a while to load. */

export interface LookFlags {
  readonly layers?: string | undefined;
  readonly layer?: readonly string[] | undefined;
}

export const LAYERS_FLAG = {
  type: 'string',
  describe:
    'layers to show, or with a minus to hide (robots,map or --layers=-labels,-trails), or a visualization file (config.xml)',
} as const;

export const LAYER_FLAG = {
  type: 'string',
  array: true,
  describe: 'file with a layer of your own: a class with draw(canvas, scene, time, view); may be repeated',
} as const;
