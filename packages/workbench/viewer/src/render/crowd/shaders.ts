/** Shaders that draw robots like `layers/robots.ts`, with pixel coverage instead of paths. */
import { NOSE } from '@kineko/ui';
import { MIN_DISC, MIN_RADIUS, MIN_WITH_HEADING, MIN_WITH_RIM } from '../layers/robots.js';

const decimal = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** Robots per instance; on some GPUs, and in software, an instance of one costs as much as one of many. */
export const BATCH = 256;
/** Vertices of the two triangles of a square. */
export const CORNERS = 6;
/** Robots per row of the textures. */
export const ROW = 1024;

/** A square around each robot in screen pixels; if all are dots, a point of that size. */
export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D robots;
uniform lowp sampler2D colors;
uniform int count;
uniform bool dots;
uniform vec2 size;
uniform float ratio;
out vec2 place;
flat out vec4 fill;
flat out vec2 facing;
flat out float radius;
flat out float span;
void main() {
  int index = dots ? gl_VertexID : gl_InstanceID * ${BATCH} + gl_VertexID / ${CORNERS};
  if (index >= count) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  ivec2 texel = ivec2(index % ${ROW}, index / ${ROW});
  vec4 robot = texelFetch(robots, texel, 0);
  fill = texelFetch(colors, texel, 0);
  radius = max(robot.w, ${decimal(MIN_RADIUS)});
  place = vec2(0.0);
  facing = vec2(0.0);
  if (dots) {
    span = ceil(2.0 * radius * ratio) + 1.0;
    gl_PointSize = span;
  } else {
    int part = gl_VertexID % ${CORNERS};
    int which = part < 3 ? part : 6 - part;
    vec2 corner = vec2(float(which & 1), float(which >> 1)) * 2.0 - 1.0;
    float reach = (radius < ${decimal(MIN_WITH_HEADING)} ? radius : radius * ${decimal(NOSE.tip)}) * ratio + 1.0;
    place = corner * reach;
    facing = vec2(cos(robot.z), -sin(robot.z));
  }
  vec2 at = robot.xy * ratio + place;
  gl_Position = vec4(at.x * 2.0 / size.x, -at.y * 2.0 / size.y, 0.0, 1.0);
}`;

export const FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
flat in vec4 fill;
flat in vec2 facing;
flat in float radius;
flat in float span;
uniform bool dots;
uniform float ratio;
uniform vec3 rimColor;
out vec4 result;

float covered(float inside) {
  return clamp(inside + 0.5, 0.0, 1.0);
}

vec4 over(vec4 below, vec4 color, float part) {
  float share = color.a * part;
  return vec4(color.rgb * share, share) + below * (1.0 - share);
}

void main() {
  vec2 from = dots ? (gl_PointCoord - 0.5) * span : place;
  float reach = radius * ratio;
  if (radius < ${decimal(MIN_DISC)}) {
    vec2 part = clamp(min(from + 0.5, reach) - max(from - 0.5, -reach), 0.0, 1.0);
    result = over(vec4(0.0), fill, part.x * part.y);
    return;
  }
  float away = length(from);
  result = over(vec4(0.0), fill, covered(reach - away));
  if (radius >= ${decimal(MIN_WITH_RIM)}) {
    float rim = covered(0.5 * ratio - abs(away - reach + 0.5 * ratio));
    result = over(result, vec4(rimColor, 1.0), rim);
  }
  if (radius < ${decimal(MIN_WITH_HEADING)}) return;
  float ahead = dot(from, facing);
  float aside = abs(dot(from, vec2(-facing.y, facing.x)));
  float slope = (${decimal(NOSE.tip)} * reach - ahead) * ${decimal(NOSE.half)} - aside * ${decimal(NOSE.tip - NOSE.root)};
  float flank = slope / ${Math.hypot(NOSE.half, NOSE.tip - NOSE.root)};
  result = over(result, fill, covered(min(ahead - ${decimal(NOSE.root)} * reach, flank)));
}`;
