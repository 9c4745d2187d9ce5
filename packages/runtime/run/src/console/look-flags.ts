/** Flags for the look of a run, apart from the code that reads them, which takes a while to load. */

export const LOOK_FLAGS = {
  layers: {
    type: 'string',
    describe:
      'layers to show, or with a minus to hide (robots,map or --layers=-labels,-trails), or a visualization file (config.xml)',
  },
  layer: {
    type: 'string',
    array: true,
    describe: 'file with a layer of your own: a class with draw(canvas, scene, time, view); may be repeated',
  },
} as const;
