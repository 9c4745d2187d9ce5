/** Forms of requests, replies and effects in a line: one for each built-in kind, and one for all others. */
import { Template } from './template.js';

/** The form of one kind. */
export interface Form {
  /** The kind of motion, or the name of the sensor or effector. */
  readonly kind: string;
  readonly template: Template;
}

/** Requests and replies use the first form of their kind that fits, or else the general one: name and JSON. */
export interface Forms {
  readonly known: readonly Form[];
  /** Its first hole is the name, its second the value. */
  readonly general: Template;
}

function forms(general: string, ...known: readonly (readonly [kind: string, text: string])[]): Forms {
  return {
    known: known.map(([kind, text]) => ({ kind, template: new Template(text) })),
    general: new Template(general),
  };
}

/** In `MotionRequest:` lines. */
export const MOTION_FORMS = forms(
  '{kind:word}: {request:json}',
  ['moveTo', 'MoveTo: ( {x} , {y} ) with turnSpeed = {turnRate:degrees} moveSpeed = {speed}'],
  ['turn', 'Turn: {angle:degrees} with turnSpeed = {turnRate:degrees}'],
  ['forward', 'Forward: {distance} with moveSpeed = {speed}'],
  ['arc', 'Arc: {duration=Infinity} with turnSpeed = {turnRate:degrees} moveSpeed = {speed}'],
  ['arc', 'Arc: {duration=Infinity} with leftSpeed = {left} rightSpeed = {right} axle = {axle}'],
  ['equation', 'Equation: ( {x:term} , {y:term} ) with duration = {duration}'],
);

/** In `SensorRequest:` lines. */
export const SENSOR_FORMS = forms(
  '{kind:word} with {request:json}',
  ['gps', 'Positioning with errorFactor {errorFactor:double=0}'],
  ['view', 'View with viewSize {viewSize:double}'],
  ['proximity', 'Proximity with viewSize {viewSize:double}'],
  ['contact', 'Contact'],
  ['bump', 'Bump'],
  ['sonar', 'Sonar with range {range:double}'],
  ['ring', 'Ring with range {range:double} rays {rays:content}'],
  ['heat', 'Heat'],
  ['light', 'Light'],
);

/** In `SensorEvent:` lines. */
export const READING_FORMS = forms(
  '{kind:word} {reply:json}',
  ['proximity', 'Proximity {reply:readings}'],
  ['contact', 'Contact {reply:readings}'],
  ['bump', 'Bump {reply:readings}'],
);

/** In `Effect:` lines. */
export const EFFECT_FORMS = forms('{kind:word} with {request:json}', ['tag', 'Tag with tag {tag:text}']);
