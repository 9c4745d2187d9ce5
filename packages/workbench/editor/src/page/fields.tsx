/** Fields of the properties panel: what is typed counts when it is right, and says what would be right when it is not. */
import { useId, useState } from 'preact/hooks';
import type { Field } from '../kinds.js';
import type { PropertyValue } from '../model.js';
import { readField } from './read-field.js';

interface FieldProperties {
  readonly field: Field;
  /** Undefined if the file says nothing, or the shapes differ. */
  readonly value: PropertyValue | undefined;
  readonly onChange: (value: PropertyValue | undefined) => void;
}

export function FieldView({ field, value, onChange }: FieldProperties) {
  const id = useId();
  const [wrong, setWrong] = useState('');
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
    setWrong('wrong' in read ? read.wrong : '');
    if (!('wrong' in read)) onChange(read.value);
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
        aria-invalid={wrong !== ''}
        aria-describedby={wrong === '' ? undefined : `${id}-wrong`}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {wrong !== '' && (
        <span id={`${id}-wrong`} class="bad" role="alert">
          {wrong}
        </span>
      )}
    </p>
  );
}
