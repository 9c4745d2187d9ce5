/** Draws shapes in the coordinates of the world, with line widths of the screen. */
import { NOSE } from '@kineko/ui';
import { memo } from 'preact/compat';
import { kindOf, type WorldFormat } from '../world-format.js';
import type { Point, Shape } from '../model.js';
import type { EditorProblem } from '../protocol.js';
import { paintOf } from './paint.js';

interface ShapeProperties {
  readonly shape: Shape;
  readonly format: WorldFormat;
  readonly isSelected: boolean;
  readonly problems: readonly EditorProblem[] | undefined;
  /** Colour of a robot by its number, as in the viewer. */
  readonly robotColor: string | undefined;
  readonly picture: { readonly url: string; readonly width: number; readonly height: number } | undefined;
}

export const ShapeView = memo(function ShapeView(properties: ShapeProperties) {
  const { shape, format, isSelected, problems, picture, robotColor } = properties;
  const { x, y, angle } = shape;
  const kind = kindOf(format, shape.kind);
  const isBad = problems?.some(({ severity }) => severity === 'error') === true;
  const color = format.colorOf?.(shape.properties) ?? robotColor;
  const states = [isSelected && 'selected', isBad && 'bad', color !== undefined && 'coloured'];
  const classes = ['shape', `paint-${paintOf(shape, kind)}`, ...states.filter((state) => state !== false)].join(' ');
  const style = color === undefined ? undefined : { '--own': color };
  return (
    <g class={classes} style={style} data-shape={shape.id} transform={`translate(${x} ${y}) rotate(${angle})`}>
      <title>{[`${kind.title} ${nameOf(shape)}`, ...(problems ?? []).map(({ text }) => text)].join('\n')}</title>
      {picture === undefined ? (
        <FormView shape={shape} format={format} />
      ) : (
        <PictureView shape={shape} picture={picture} isYDown={format.isYDown} />
      )}
    </g>
  );
});

/** Name of the shape in the file. */
export function ownNameOf({ properties }: Shape): string | undefined {
  const own = properties['name'] ?? properties['id'] ?? properties['tag'];
  return own === undefined || own === '' ? undefined : String(own);
}

/** Human-readable name of a shape. */
export function nameOf(shape: Shape): string {
  const { properties, id } = shape;
  const own = ownNameOf(shape);
  if (own !== undefined) return own;
  const { class: className } = properties;
  // Without its package.
  return typeof className === 'string' ? `#${id} ${className.replace(/^.*\./, '')}` : `#${id}`;
}

function FormView({ shape, format }: { readonly shape: Shape; readonly format: WorldFormat }) {
  const { form } = shape;
  switch (form.kind) {
    case 'disc':
      return (
        <>
          {paintOf(shape, kindOf(format, shape.kind)) === 'object' ? (
            <rect x={-form.radius} y={-form.radius} width={2 * form.radius} height={2 * form.radius} />
          ) : (
            <circle r={form.radius} />
          )}
          {form.radius === 0 && <circle class="dot" r="0.001" />}
          {kindOf(format, shape.kind).hasFront === true && <path d={noseOf(form.radius)} />}
        </>
      );
    case 'box':
      return <rect x={-form.width / 2} y={-form.height / 2} width={form.width} height={form.height} />;
    case 'polygons':
      return (
        <>
          {form.parts.map((part, k) => (
            <polygon key={k} points={listed(part)} />
          ))}
        </>
      );
    case 'path':
      return (
        <>
          {form.width > 0 && <polyline class="band" points={listed(form.points)} stroke-width={form.width} />}
          <polyline class={form.width > 0 ? 'middle' : 'line'} points={listed(form.points)} />
        </>
      );
    case 'source':
      return (
        <>
          <circle class="reach" r={form.reach} />
          <circle class="dot" r="0.001" />
        </>
      );
  }
}

function noseOf(radius: number): string {
  const [tip, root, half] = [NOSE.tip, NOSE.root, NOSE.half].map((share) => share * radius);
  return `M${root} ${-half!}L${tip} 0L${root} ${half}Z`;
}

/** Drawn from its corner; flipped, because pictures have y pointing down. */
function PictureView({
  shape,
  picture,
  isYDown,
}: {
  readonly shape: Shape;
  readonly picture: NonNullable<ShapeProperties['picture']>;
  readonly isYDown: boolean;
}) {
  const { metresPerPixel } = shape.properties;
  const scale = typeof metresPerPixel === 'number' ? metresPerPixel : 1;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const turned = isYDown ? undefined : `matrix(1 0 0 -1 0 ${height})`;
  return (
    <g transform={turned}>
      <image href={picture.url} width={width} height={height} preserveAspectRatio="none" />
      <rect class="frame" width={width} height={height} />
    </g>
  );
}

export function listed(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
