/** The tabs of the project's files, and the editor. */
import type { Place, Problem } from '@kineko/formats/problem';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isText } from '../project/project.js';
import { CodeEditor, type LineMark } from './code-editor.js';
import { run } from './running.js';
import * as store from './store.js';

let editor: CodeEditor | undefined;

export function Editor() {
  const parent = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const made = new CodeEditor({ parent: parent.current!, onChange: store.edit, onRun: () => void run() });
    editor = made;
    const ends = [
      effect(() => {
        const file = store.activeFile.value;
        if (isText(file)) made.show(file.name, file.content);
        made.mark(marksOf(file.name, store.marks.value));
      }),
      effect(() => made.setDark(store.theme.value === 'dark')),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  const file = store.activeFile.value;
  return (
    <section class="editor" aria-label="files">
      <Tabs />
      <div class="code" ref={parent} hidden={!isText(file)} role="tabpanel" aria-labelledby={tabId(file.name)} />
      {!isText(file) && <p class="picture-file">{`${file.name}: ${file.content.length} bytes, not text`}</p>}
    </section>
  );
}

function Tabs() {
  const { config } = store.project.value;
  return (
    <div class="tabs" role="tablist" aria-label="files of the project">
      {store.allFiles.value.map(({ name }) => {
        const isActive = name === store.activeFile.value.name;
        return (
          <button
            key={name}
            id={tabId(name)}
            type="button"
            role="tab"
            aria-selected={isActive}
            class={store.marks.value.some(({ place }) => place?.file === name) ? 'wrong' : ''}
            onClick={() => (store.active.value = name)}
          >
            {name}
            {name === config.name && <small> main</small>}
          </button>
        );
      })}
      <button type="button" aria-label="add or remove files" onClick={() => (store.dialog.value = 'files')}>
        + files
      </button>
    </div>
  );
}

export function goTo({ file, line, column }: Place): void {
  store.active.value = file;
  if (line !== undefined) editor?.goTo(line, column);
}

function marksOf(file: string, problems: readonly Problem[]): LineMark[] {
  return problems.flatMap(({ place, text, severity }) =>
    place?.file === file && place.line !== undefined ? [{ line: place.line, text, isError: severity === 'error' }] : [],
  );
}

function tabId(name: string): string {
  return `tab-${name.replace(/\W/g, '_')}`;
}
