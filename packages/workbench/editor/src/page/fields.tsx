/** Fields of the properties panel: a valid input is applied, an invalid one shows what is expected. */
import { useId, useState } from 'preact/hooks';
import type { Field } from '../world-format.js';
import type { PropertyValue } from '../model.js';
import { readField } from './read-field.js';

interface FieldProperties {
  readonly field: Field;
  /** Undefined if the file has no value, or the shapes differ. */
  readonly value: PropertyValue | undefined;
  readonly onChange: (value: PropertyValue | undefined) => void;
}

export function FieldView({ field, value, onChange }: FieldProperties) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const label = field.unit === undefined || field.unit === '' ? field.label : `${field.label} (${field.unit})`;
  if (field.type === 'flag') {
    return (
      <p class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </p>
    );
  }
  const take = (text: string): void => {
    const read = readField(field, text);
    setProblem('problem' in read ? read.problem : '');
    if (!('problem' in read)) onChange(read.value);
  };
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        data-field={field.name}
        inputMode={field.type === 'number' ? 'decimal' : 'text'}
        value={value === undefined ? '' : String(value)}
        placeholder={field.usual ?? ''}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-wrong`}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {problem !== '' && (
        <span id={`${id}-wrong`} class="bad" role="alert">
          {problem}
        </span>
      )}
    </p>
  );
}
