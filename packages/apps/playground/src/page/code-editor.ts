/** The CodeMirror editor of the playground, with a state per file and marked lines. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';

/** A problem at a line, which counts from 1. */
export interface LineMark {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly onChange: (name: string, text: string) => void;
  readonly onRun: () => void;
}

export class CodeEditor {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private readonly look = new Compartment();
  private name = '';
  private isDark = false;

  constructor(private readonly options: CodeEditorOptions) {
    this.view = new EditorView({ parent: options.parent });
  }

  /** Shows a file, and restores its cursor. */
  show(name: string, text: string): void {
    if (this.name === name && this.view.state.doc.toString() === text) return;
    if (this.name !== '') this.states.set(this.name, this.view.state);
    const known = this.states.get(name);
    this.name = name;
    this.view.setState(known?.doc.toString() === text ? known : this.newState(name, text));
    this.applyTheme();
  }

  /** Marks lines of the shown file. */
  mark(marks: readonly LineMark[]): void {
    this.view.dispatch({ effects: setMarks.of(marks) });
  }

  goTo(line: number, column = 1): void {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(from + Math.max(column, 1) - 1, to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.view.focus();
  }

  setDark(isDark: boolean): void {
    this.isDark = isDark;
    this.applyTheme();
  }

  private applyTheme(): void {
    this.view.dispatch({ effects: this.look.reconfigure(lookOf(this.isDark)) });
  }

  private newState(name: string, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': name, spellcheck: 'false' }),
        // Tab moves the focus, for keyboard navigation.
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              this.options.onRun();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        languageOf(name),
        markField,
        markTooltip,
        this.look.of(lookOf(this.isDark)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.options.onChange(name, update.state.doc.toString());
        }),
      ],
    });
  }
}

function languageOf(name: string): Extension {
  if (/\.m?[jt]s$/.test(name)) return javascript({ typescript: true });
  if (/\.(ya?ml|json)$/.test(name)) return yaml();
  return /\.(config|properties)$/.test(name) ? properties : [];
}

/** `key = value`, and comments. */
const properties = StreamLanguage.define<{ isKey: boolean }>({
  name: 'properties',
  startState: () => ({ isKey: true }),
  token: (stream, state) => {
    if (stream.sol()) state.isKey = true;
    if (stream.eatSpace()) return null;
    if (state.isKey && stream.match(/^[#!].*/)) return 'comment';
    if (state.isKey && stream.match(/^[^\s=:]+/)) return 'propertyName';
    if (state.isKey && stream.match(/^[=:]/)) {
      state.isKey = false;
      return 'operator';
    }
    state.isKey = false;
    stream.skipToEnd();
    return 'string';
  },
});

const setMarks = StateEffect.define<readonly LineMark[]>();

/** Marks move with their lines while the user types. */
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { changes, effects, state }) => {
    for (const effect of effects) if (effect.is(setMarks)) return decorated(effect.value, state);
    return decorations.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorated(marks: readonly LineMark[], { doc }: EditorState): DecorationSet {
  const ranges = marks.map(({ line, text, isError }) => {
    const { from } = doc.line(Math.min(line, doc.lines));
    const decoration = Decoration.line({
      class: isError ? 'wrong-line' : 'doubtful-line',
      attributes: { title: text },
    });
    return decoration.range(from);
  });
  return Decoration.set(ranges, true);
}

const markTooltip = hoverTooltip(({ state }, position) => {
  let text = '';
  const { from, to } = state.doc.lineAt(position);
  state.field(markField).between(from, to, (_from, _to, { spec }) => {
    const { title = '' } = (spec as { readonly attributes?: { readonly title?: string } }).attributes ?? {};
    text += text === '' ? title : `\n${title}`;
  });
  if (text === '') return null;
  return {
    pos: from,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'mark-text';
      dom.textContent = text;
      return { dom };
    },
  };
});

/** Readable versions of the default colours, on white and on the dark background. */
const READABLE: Readonly<Record<string, readonly [onLight: string, onDark: string]>> = {
  '#404740': ['#404740', '#b8c4b8'],
  '#708': ['#708', '#d7a6f5'],
  '#219': ['#219', '#9db7ff'],
  '#164': ['#164', '#8fd6a0'],
  '#a11': ['#a11', '#ffab9d'],
  '#e40': ['#b03000', '#ffb37a'],
  '#00f': ['#00c', '#9db7ff'],
  '#30a': ['#30a', '#c3b1ff'],
  '#085': ['#00693f', '#7fdcb6'],
  '#167': ['#167', '#86d3e0'],
  '#256': ['#256', '#9ccfe0'],
  '#00c': ['#00c', '#a9c4ff'],
  '#940': ['#7a3600', '#d9b48f'],
  '#f00': ['#b00000', '#ff9d8f'],
};

const highlights = ([0, 1] as const).map((index) =>
  HighlightStyle.define(
    defaultHighlightStyle.specs.map((spec) => ({
      ...spec,
      color: READABLE[(spec as { readonly color?: string }).color ?? '']?.[index] ?? 'inherit',
    })),
  ),
);

function lookOf(isDark: boolean): Extension {
  return [EditorView.theme({}, { dark: isDark }), syntaxHighlighting(highlights[isDark ? 1 : 0]!)];
}
