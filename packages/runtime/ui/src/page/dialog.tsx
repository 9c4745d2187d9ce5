/** Dialogs over the picture. They take the focus, and give it back when they close. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProperties {
  readonly title: string;
  /** For screen readers (default: the title). */
  readonly label?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, label = title, onClose, children }: DialogProperties) {
  const close = useRef<HTMLButtonElement>(null);
  // A layout effect moves the focus before the next key; an effect would run after the next frame.
  useLayoutEffect(() => {
    const before = document.activeElement;
    close.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section class="dialog" role="dialog" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <button ref={close} type="button" onClick={onClose} aria-label="close">
          ✕
        </button>
      </header>
      {children}
    </section>
  );
}

/** Help: keys and pointer actions, each with its effect. */
export function KeysDialog(props: {
  readonly title?: string;
  readonly rows: readonly { readonly shown: string; readonly does: string }[];
  readonly onClose: () => void;
}) {
  const { title = 'Keys', rows, onClose } = props;
  return (
    <Dialog title={title} label={title.toLowerCase()} onClose={onClose}>
      <dl>
        {rows.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
