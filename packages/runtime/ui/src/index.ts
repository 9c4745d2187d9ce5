/** Views of a plane, for everything that draws: where a point of the world is in a picture. */
export { type Bounds, GrowingBounds } from './drawing/bounds.js';
export { LabelPlaces, shortened, widthOf } from './drawing/label-places.js';
export { fit, moved, type Point, project, unproject, type View, zoomed } from './drawing/view.js';
