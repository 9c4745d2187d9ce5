/** The obstacles of a field for the analytic world, in the playground's own coordinates: y grows downward there too. */
import type { Bitmap } from '@kineko/formats/bitmap';
import { Obstacles } from '@kineko/world';
import type { EnvironmentMap } from '../../environment/environment-map.js';

/** The world is drawn with y upward; upside down it is the same world, since discs and walls have mirror images. */
export function obstaclesOf({ sizeX, sizeY, bitmap }: EnvironmentMap): Obstacles {
  if (bitmap !== undefined) {
    const place = { x: 0, y: 0, metresPerPixel: 1, beyond: 'dark' } as const;
    return new Obstacles([{ kind: 'bitmap', name: 'the map', bitmap: upsideDown(bitmap), ...place }]);
  }
  const corners = [
    { x: 0, y: 0 },
    { x: sizeX, y: 0 },
    { x: sizeX, y: sizeY },
    { x: 0, y: sizeY },
    { x: 0, y: 0 },
  ];
  return new Obstacles([{ kind: 'polyline', name: 'the border', points: corners }]);
}

function upsideDown({ width, height, dark }: Bitmap): Bitmap {
  const flipped = new Uint8Array(dark.length);
  for (let row = 0; row < height; row++) {
    flipped.set(dark.subarray(row * width, (row + 1) * width), (height - 1 - row) * width);
  }
  return { width, height, dark: flipped };
}
