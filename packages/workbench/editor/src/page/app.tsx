/** The page of the world editor. */
import { TOOLS, type ToolName } from '../world-format.js';
import { linkText } from './client.js';
import { Dialogs } from './dialogs.js';
import { take, TOOL_KEYS } from './keys.js';
import { Side } from './side.js';
import { Stage } from './stage.js';
import * as store from './store.js';

export function App() {
  const { isBad, text } = store.message.value;
  const trouble = linkText(store.link.value);
  return (
    <div class="app editor" data-theme={store.theme.value}>
      <FileBar />
      <ToolBar />
      <div class="notices">
        {trouble !== '' && (
          <p class="bad" role="alert">
            {trouble}{' '}
            {store.link.value.phase === 'broken' && (
              <button type="button" onClick={store.tryNow}>
                try now
              </button>
            )}
          </p>
        )}
        <Conflict />
        <p id="message" role="status" class={isBad ? 'bad' : 'good'}>
          {text}
        </p>
        {store.remarks.value.map((remark) => (
          <p key={remark} class="hint">
            {remark}
          </p>
        ))}
      </div>
      <main>
        <div class="picture">
          <Stage />
          <Dialogs />
        </div>
        <Side />
      </main>
    </div>
  );
}

function FileBar() {
  const hasPrograms =
    store.shown.value?.shapes.some(({ properties }) => properties['controller'] !== undefined) === true;
  return (
    <header class="toolbar">
      <h1>
        {store.name.value}
        {store.isDirty.value ? ' *' : ''}
      </h1>
      <Button id="save" does={() => void store.save()} off={!store.isDirty.value && 'no changes'}>
        save
      </Button>
      <Button does={() => (store.dialog.value = 'save as')}>save as …</Button>
      <Button id="reload" does={reloadIfMeant}>
        reload
      </Button>
      <Button id="undo" does={store.undo} off={!store.canUndo.value && 'nothing to undo'}>
        undo
      </Button>
      <Button id="redo" does={store.redo} off={!store.canRedo.value && 'nothing to redo'}>
        redo
      </Button>
      <Button does={() => (store.dialog.value = 'bitmap')}>picture …</Button>
      <Button id="run" does={() => void store.run((url) => void open(url, '_blank', 'noopener'))}>
        run from here
      </Button>
      {hasPrograms && !store.mayStartControllers.value && (
        <span id="no-controllers" class="hint">
          without its controllers (kineko edit --controllers starts them)
        </span>
      )}
      {hasPrograms && store.mayStartControllers.value && (
        <label>
          <input
            id="controllers"
            type="checkbox"
            checked={store.hasControllers.value}
            onChange={({ currentTarget }) => (store.hasControllers.value = currentTarget.checked)}
          />
          with its controllers
        </label>
      )}
      <span class="gap" />
      <Button does={() => (store.theme.value = store.theme.value === 'dark' ? 'light' : 'dark')}>
        {store.theme.value === 'dark' ? 'light theme' : 'dark theme'}
      </Button>
      <Button does={() => (store.dialog.value = store.dialog.value === 'help' ? 'none' : 'help')}>help</Button>
    </header>
  );
}

function reloadIfMeant(): void {
  if (!store.isDirty.value || confirm('Unsaved changes will be lost. Reload the file?')) void store.reload();
}

function ToolBar() {
  const format = store.format.value;
  if (format === undefined) return <div class="toolbar" />;
  return (
    <div class="toolbar" role="toolbar" aria-label="tools">
      <ToolButton tool="select" missing={undefined} />
      {TOOLS.map((tool) => {
        const row = format.tools[tool];
        return <ToolButton key={tool} tool={tool} missing={'missing' in row ? row.missing : undefined} />;
      })}
      <span class="gap" />
      <label>
        <input
          type="checkbox"
          checked={store.isSnapping.value}
          onChange={({ currentTarget }) => (store.isSnapping.value = currentTarget.checked)}
        />
        snap to
      </label>
      <label>
        a grid of{' '}
        <input
          id="grid"
          type="number"
          min="0.001"
          step="any"
          value={store.grid.value}
          onInput={({ currentTarget }) =>
            Number(currentTarget.value) > 0 && (store.grid.value = Number(currentTarget.value))
          }
        />
      </label>
      <Button does={() => store.fitAll()}>all in view</Button>
    </div>
  );
}

function ToolButton({ tool, missing }: { readonly tool: 'select' | ToolName; readonly missing: string | undefined }) {
  const key = tool === 'select' ? 'v' : TOOL_KEYS[tool];
  return (
    <button
      type="button"
      data-tool={tool}
      aria-pressed={store.tool.value === tool}
      aria-disabled={missing !== undefined}
      title={missing ?? `${tool} (${key})`}
      onClick={() => take(tool)}
    >
      {tool}
    </button>
  );
}

interface ButtonProperties {
  readonly id?: string;
  readonly does: () => void;
  /** Why it is disabled. */
  readonly off?: string | false;
  readonly children: string;
}

/** A disabled button stays focusable and explains why it is disabled. */
function Button({ id, does, off = false, children }: ButtonProperties) {
  return (
    <button
      type="button"
      id={id}
      aria-disabled={off !== false}
      title={off === false ? undefined : off}
      onClick={off === false ? does : undefined}
    >
      {children}
    </button>
  );
}

function Conflict() {
  const conflict = store.conflict.value;
  if (conflict === undefined) return null;
  return (
    <p id="conflict" class="bad" role="alert">
      It was not saved: {conflict.text}.{' '}
      <button type="button" onClick={() => void store.save(conflict.name, true)}>
        save anyway
      </button>{' '}
      <button type="button" onClick={() => void store.reload()}>
        reload
      </button>{' '}
      <button type="button" onClick={() => (store.conflict.value = undefined)}>
        cancel
      </button>
    </p>
  );
}
