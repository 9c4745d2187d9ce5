/** The dialogs: examples, sharing, files. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Example } from '../gallery/example.js';
import { gallery } from '../gallery/gallery.js';
import { MAX_LINK_LENGTH } from '../project/link.js';
import { isProgram, isText, nameProblem, type ProjectFile, projectProblems } from '../project/project.js';
import { zip } from '../project/zip.js';
import { copy } from './copy.js';
import { linkTo, mayLeave, openExample } from './opening.js';
import { traceFile } from './running.js';
import * as store from './store.js';

export function Dialogs() {
  switch (store.dialog.value) {
    case 'none':
      return null;
    case 'gallery':
      return <Gallery />;
    case 'share':
      return <Share />;
    case 'files':
      return <Files />;
  }
}

function Dialog({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => element.current!.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={() => {
        // The event comes later than the end: another dialog may be open by then.
        if (element.current !== null) store.dialog.value = 'none';
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" onClick={() => element.current!.close()}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}

function Gallery() {
  return (
    <Dialog title="Examples">
      <ul class="gallery">
        {gallery.map((example) => (
          <li key={example.id}>
            <GalleryItem example={example} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function GalleryItem({ example }: { readonly example: Example }) {
  const { id, title, sentence } = example;
  const open = (): void => {
    if (!mayLeave()) return;
    openExample(example);
    store.dialog.value = 'none';
  };
  return (
    <button type="button" data-example={id} onClick={open}>
      <strong>{title}</strong>
      <span>{sentence}</span>
    </button>
  );
}

function Share() {
  const [link, setLink] = useState('');
  const problems = projectProblems(store.project.value);
  useLayoutEffect(() => {
    if (problems.length === 0) void linkTo(store.project.value).then(setLink);
  }, []);
  if (problems.length > 0 || link.length > MAX_LINK_LENGTH) {
    return (
      <Dialog title="Share">
        <p class="bad">{`Too large for a link: ${problems.join('; ') || 'the link would be too long'}. Download the project instead.`}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Share">
      <p>
        {`The link contains the configuration, all files and the seed: ${link.length} characters`}
        {link.length > LONG_LINK && ', more than some chats and mail programs accept'}. It is not sent anywhere, and
        opening it runs nothing.
      </p>
      <label>
        link <input id="link" type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy(link)}>
        Copy link
      </button>
    </Dialog>
  );
}

/** Characters. */
const LONG_LINK = 8000;

const NEW_PROGRAM = `export {};\n`;

function Files() {
  const [name, setName] = useState('');
  const names = store.allFiles.value.map((file) => file.name);
  const problem = name === '' ? undefined : nameProblem(name, names);
  const add = (event: Event): void => {
    event.preventDefault();
    if (name === '' || problem !== undefined) return;
    store.addFile({ name, content: isProgram({ name, content: '' }) ? NEW_PROGRAM : '' });
    setName('');
  };
  return (
    <Dialog title="Files">
      <ul class="files">
        {store.allFiles.value.map((file) => (
          <li key={file.name}>
            <span>{file.name}</span>
            <button type="button" aria-label={`download ${file.name}`} onClick={() => download(file)}>
              Download
            </button>
            {file.name !== store.project.value.config.name && isText(file) && !isProgram(file) && (
              <button
                type="button"
                aria-label={`run ${file.name} from now on`}
                onClick={() => store.makeMain(file.name)}
              >
                Make main
              </button>
            )}
            {file.name !== store.project.value.config.name && (
              <button
                type="button"
                aria-label={`remove ${file.name}`}
                onClick={() => confirm(`Remove ${file.name}?`) && store.removeFile(file.name)}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      <p>
        <button type="button" onClick={downloadAll}>
          Download all (.zip)
        </button>{' '}
        <button type="button" disabled={traceFile() === undefined} onClick={downloadTrace}>
          Download the trace of the last run
        </button>
      </p>
      <form onSubmit={add}>
        <label>
          new file{' '}
          <input
            type="text"
            placeholder="helper.ts"
            value={name}
            onInput={(event) => setName(event.currentTarget.value.trim())}
          />
        </label>
        <button type="submit" disabled={name === '' || problem !== undefined}>
          Add
        </button>
        {problem !== undefined && <p class="bad">{problem}</p>}
      </form>
      <label>
        from the disk (programs, texts, pictures){' '}
        <input type="file" multiple onChange={(event) => void take([...(event.currentTarget.files ?? [])])} />
      </label>
    </Dialog>
  );
}

const TEXT = /\.(m?[jt]s|config|properties|ya?ml|json|txt|csv|md|map|scen|agents|tasks|xml|graphml)$/i;

/** Replaces files of the same name. */
async function take(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const wrong = nameProblem(file.name, [store.project.value.config.name]);
    if (wrong !== undefined) {
      store.notice.value = wrong;
      continue;
    }
    store.removeFile(file.name);
    const content = TEXT.test(file.name) ? await file.text() : new Uint8Array(await file.arrayBuffer());
    store.addFile({ name: file.name, content });
  }
}

function download({ name, content }: ProjectFile): void {
  save(new Blob([content as BlobPart]), name.split('/').at(-1)!);
}

function downloadAll(): void {
  const entries = store.allFiles.value.map(({ name, content }) => ({
    name,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content.slice(),
  }));
  save(new Blob([zip(entries)]), 'kineko-project.zip');
}

function downloadTrace(): void {
  const trace = traceFile();
  if (trace !== undefined) save(trace, 'trace.bin');
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
