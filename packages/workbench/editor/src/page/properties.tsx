/** The properties of the selected shapes, or of the world if there are none. */
import { type Field, kindOf, type WorldFormat } from '../world-format.js';
import { type Form, type PropertyValue, type Shape, tidy } from '../model.js';
import { EDGES } from './commands.js';
import { FieldView } from './fields.js';
import { nameOf } from './shapes.js';
import * as store from './store.js';

export function PropertiesPanel() {
  const format = store.format.value;
  const document = store.shown.value;
  if (format === undefined || document === undefined) return null;
  const shapes = store.chosen.value;
  const [only] = shapes;
  if (only === undefined) {
    return (
      <section aria-label="properties">
        <h2>World</h2>
        <p class="hint">
          {format.title}, {document.shapes.length} shapes
        </p>
        {format.fields.map((field) => (
          <FieldView
            key={field.name}
            field={field}
            value={document.properties[field.name]}
            onChange={(value) => store.setWorldProperty(field.name, value)}
          />
        ))}
      </section>
    );
  }
  const isOne = shapes.length === 1;
  const isAlike = shapes.every(({ kind }) => kind === only.kind);
  const kind = kindOf(format, only.kind);
  return (
    <section aria-label="properties">
      <h2>{isOne ? `${kind.title} ${nameOf(only)}` : `${shapes.length} shapes`}</h2>
      {isOne && (
        <>
          <Problems shape={only} />
          <Place shape={only} format={format} />
          {kind.isFixed !== true && <Size shape={only} unit={format.unit} />}
        </>
      )}
      {isAlike &&
        kind.fields.map((field) => (
          <FieldView
            key={`${only.id}-${field.name}`}
            field={field}
            value={common(shapes, field.name)}
            onChange={(value) => store.setProperty(field.name, value)}
          />
        ))}
      {!isOne && <Arranging />}
      <p class="buttons">
        <button type="button" onClick={() => store.duplicate()}>
          duplicate
        </button>
        <button type="button" onClick={() => store.remove()}>
          delete
        </button>
      </p>
    </section>
  );
}

function Problems({ shape }: { readonly shape: Shape }) {
  const problems = store.problemsByShape.value.get(shape.id) ?? [];
  return (
    <>
      {problems.map(({ text }, k) => (
        <p key={k} class="bad">
          {text}
        </p>
      ))}
    </>
  );
}

function common(shapes: readonly Shape[], name: string): PropertyValue | undefined {
  const [first] = shapes;
  const value = first?.properties[name];
  return shapes.every(({ properties }) => properties[name] === value) ? value : undefined;
}

const FAR = { least: -1e9, most: 1e9 } as const;

function Place({ shape, format }: { readonly shape: Shape; readonly format: WorldFormat }) {
  const { offset, factor, label, unit } = format.angle;
  const set = (change: Partial<Shape>): void => store.replace({ ...shape, ...change });
  const number = (
    name: string,
    shown: string,
    of: string,
    value: number,
    change: (value: number) => Partial<Shape>,
  ) => {
    const field: Field = { name, label: shown, type: 'number', unit: of, ...FAR };
    return (
      <FieldView
        key={`${shape.id}-${name}`}
        field={field}
        value={tidy(value)}
        onChange={(to) => typeof to === 'number' && set(change(to))}
      />
    );
  };
  return (
    <>
      {number('place.x', 'x', format.unit, shape.x, (x) => ({ x }))}
      {number('place.y', format.yLabel ?? 'y', format.unit, shape.y, (y) => ({ y }))}
      {kindOf(format, shape.kind).turns === 'place' &&
        number('place.angle', label, unit, offset + factor * shape.angle, (angle) => ({
          angle: tidy((angle - offset) / factor),
        }))}
    </>
  );
}

function Size({ shape, unit }: { readonly shape: Shape; readonly unit: string }) {
  const { form } = shape;
  const number = (name: string, value: number, change: (value: number) => Form, least = 0) => {
    const field: Field = {
      name: `size.${name}`,
      label: name,
      type: 'number',
      unit,
      least,
      isAbove: least === 0,
      most: 1e9,
    };
    return (
      <FieldView
        key={`${shape.id}-${name}`}
        field={field}
        value={tidy(value)}
        onChange={(to) => typeof to === 'number' && store.replace({ ...shape, form: change(to) })}
      />
    );
  };
  switch (form.kind) {
    case 'disc':
      return number('radius', form.radius, (radius) => ({ ...form, radius }));
    case 'source':
      return number('reach', form.reach, (reach) => ({ ...form, reach }));
    case 'box':
      return (
        <>
          {number('width', form.width, (width) => ({ ...form, width }))}
          {number(store.format.value?.yLabel === 'z' ? 'depth' : 'height', form.height, (height) => ({
            ...form,
            height,
          }))}
        </>
      );
    case 'path':
      return form.width === 0 ? null : number('line width', form.width, (width) => ({ ...form, width }));
    case 'polygons':
      return null;
  }
}

function Arranging() {
  return (
    <>
      <p class="buttons" role="group" aria-label="align">
        {EDGES.map((edge) => (
          <button key={edge} type="button" data-align={edge} onClick={() => store.align(edge)}>
            {edge}
          </button>
        ))}
      </p>
      <p class="buttons" role="group" aria-label="distribute">
        <button type="button" onClick={() => store.distribute('x')}>
          spread across
        </button>
        <button type="button" onClick={() => store.distribute('y')}>
          spread up
        </button>
      </p>
    </>
  );
}
