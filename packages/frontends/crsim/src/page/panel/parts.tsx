/** Buttons and fields that say why they cannot be used, instead of only being grey. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Command, type Setting, whyNot } from './rights.js';
import * as store from './store.js';

/** It can always be reached by keys; pressed at the wrong time it says why nothing happens. */
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

/** A number of the environment: shows what it is until somebody writes another one, and sets that. */
export function NumberField(props: {
  readonly name: string;
  readonly label: string;
  readonly unit?: string;
  readonly setting: Setting;
  readonly value: number | undefined;
  /** The element that says why it is locked, where one says it for several. */
  readonly lock?: string;
  /** What nothing means, where it means something. */
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
      store.outcome.value = { isBad: true, text: `${label}: "${draft}" is no number` };
      return;
    }
    if (await onSet(number)) setDraft(undefined);
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

/** Why a field is locked. */
export function Lock({ id, reason }: { readonly id: string; readonly reason: string | undefined }) {
  return reason === undefined ? null : (
    <small id={id} class="lock">
      Locked: {reason}.
    </small>
  );
}
