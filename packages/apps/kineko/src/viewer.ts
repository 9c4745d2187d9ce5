/** For authors of layers and pictures: the scene of a run, and where its points are in a picture. */
export { type Bounds, fit, moved, type Point, project, unproject, type View, zoomed } from '@kineko/ui';
export { type AuthorLayer, type Canvas2d, colorOf, draw, frameAt, Scene, type Style, svgOf } from '@kineko/viewer';
