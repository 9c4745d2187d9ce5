/** The flags that say how a run is to look; apart from what reads them, which takes a while to load. */

export interface LookFlags {
  readonly layers?: string | undefined;
  readonly layer?: readonly string[] | undefined;
}

export const LAYERS_FLAG = {
  type: 'string',
  describe:
    'only these layers, or all but those with a minus (robots,map or --layers=-labels,-trails), or a visualization file (config.xml)',
} as const;

export const LAYER_FLAG = {
  type: 'string',
  array: true,
  describe: 'a file with a layer of your own: a class with draw(canvas, scene, time, view); may be given several times',
} as const;
