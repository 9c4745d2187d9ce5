/** Views of a plane: from points of the world to pixels of a picture, and places for labels. */
export { type Bounds, GrowingBounds } from './drawing/bounds.js';
export { LabelPlaces, shortened, widthOf } from './drawing/label-places.js';
export { DARK, LIGHT, NOSE, type Theme } from './drawing/map-theme.js';
export { fit, moved, type Point, project, unproject, type View, zoomed } from './drawing/view.js';
