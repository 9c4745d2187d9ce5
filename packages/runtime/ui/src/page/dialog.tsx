/** Something that lies over the picture: who opens it by a key is in it, and who closes it is back where they were. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProperties {
  readonly title: string;
  /** For screen readers, if not the title. */
  readonly label?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Focus is there before the next key: an effect would come after the next frame. */
export function Dialog({ title, label = title, onClose, children }: DialogProperties) {
  const close = useRef<HTMLButtonElement>(null);
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
