/** Buttons and fields that show why they are not available. */
import { expected } from '@kineko/formats/problem';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Command, type Setting, whyNot } from './rights.js';
import * as store from './store.js';

/** Stays reachable by keys when it is not available; pressing it then shows the reason. */
export function CommandButton(props: {
  readonly command: Command;
  readonly children: ComponentChildren;
  readonly onPress: () => void;
}) {
  const { command, children, onPress } = props;
  const id = useId();
  const reason = whyNot(command, store.circumstances.value);
  return (
    <span class="command">
      <button
        type="button"
        data-command={command}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
        title={reason}
        onClick={() => {
          if (reason === undefined) onPress();
          else store.outcome.value = { isBad: true, text: `${command}: ${reason}` };
        }}
      >
        {children}
      </button>
      {reason !== undefined && (
        <span id={id} class="unseen">
          {reason}
        </span>
      )}
    </span>
  );
}

/** A number of the environment, which the user can edit and set. */
export function NumberField(props: {
  readonly name: string;
  readonly label: string;
  readonly unit?: string;
  readonly setting: Setting;
  readonly value: number | undefined;
  /** The id of a shared element with the reason why it is locked. */
  readonly lock?: string;
  /** The meaning of an empty field, if it has one. */
  readonly empty?: string;
  readonly onSet: (value: number | undefined) => Promise<boolean>;
}) {
  const { name, label, unit, setting, value, lock, empty, onSet } = props;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const id = useId();
  const reason = whyNot(setting, store.circumstances.value);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason !== undefined || draft === undefined) return;
    const number = draft.trim() === '' ? undefined : Number(draft.trim().replace(',', '.'));
    if (number === undefined ? empty === undefined : Number.isNaN(number)) {
      store.outcome.value = { isBad: true, text: `${label}: ${expected('a number', draft)}` };
      return;
    }
    // A text that the user has typed since then stays.
    if (await onSet(number)) setDraft((now) => (now === draft ? undefined : now));
  };
  return (
    <form class="field" onSubmit={(event) => void submit(event)}>
      <label for={`${id}field`}>{label}</label>
      <input
        id={`${id}field`}
        name={name}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        placeholder={empty ?? ''}
        value={draft ?? (value === undefined ? '' : String(value))}
        readOnly={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : (lock ?? id)}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
      />
      {unit !== undefined && <span>{unit}</span>}
      {draft !== undefined && reason === undefined && <button type="submit">Set</button>}
      {lock === undefined && <Lock id={id} reason={reason} />}
    </form>
  );
}

/** The reason why a field is locked. */
export function Lock({ id, reason }: { readonly id: string; readonly reason: string | undefined }) {
  return reason === undefined ? null : (
    <small id={id} class="lock">
      Locked: {reason}.
    </small>
  );
}
