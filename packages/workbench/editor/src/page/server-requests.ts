/** Requests to the server, and the handling of its answers. */
import type { Link } from '@kineko/ui/page';
import { batch, effect } from '@preact/signals';
import { isSameValue, type WorldDocument } from '../model.js';
import type { EditorNews } from '../protocol.js';
import { fitAll, refit } from './camera.js';
import { EditorClient, type Question } from './client.js';
import { useIdsFrom } from './editing.js';
import { formatOf } from './formats.js';
import { begun } from './history.js';
import {
  conflict,
  dialog,
  draft,
  grid,
  hasControllers,
  history,
  isChecked,
  isDirty,
  link,
  mayStartControllers,
  message,
  name,
  pictures,
  problems,
  remarks,
  saved,
  selected,
  trial,
} from './state.js';

let client: EditorClient;
let token = '';
/** The document as opened by the server. */
let base: WorldDocument | undefined;
/** Number of the opening, to resume it after a broken connection. */
let opening: number | undefined;
/** The answer to the request to resume, after the last broken connection. */
let resumption: Promise<EditorNews> | undefined;

export function start(givenToken: string): void {
  token = givenToken;
  client = new EditorClient(token, { link: linked, news: hear });
  effect(() => {
    if (history.value !== undefined) checkSoon();
  });
}

function linked(now: Link): void {
  link.value = now;
  // Before any other request, which would be about another file.
  if (now.phase === 'open' && opening !== undefined) resumption = client.ask({ type: 'resume', opening });
}

export function tryNow(): void {
  client.tryNow();
}

function say(text: string, isBad = false): void {
  message.value = { text, isBad };
}

function hear(news: EditorNews): void {
  switch (news.type) {
    case 'opened':
      return void begin(news);
    case 'told':
      if (trial.value !== undefined)
        trial.value = { ...trial.value, lines: [...trial.value.lines.slice(-99), news.text] };
      return;
    case 'ended':
      if (trial.value !== undefined) trial.value = { ...trial.value, isOver: true };
      return say(news.isBad ? 'The run failed; see its output.' : 'The run is over.', news.isBad);
    case 'failed':
      return say(news.text, true);
    // Late answers, which no caller waits for.
    case 'resumed':
    case 'checked':
    case 'saved':
    case 'conflict':
    case 'running':
    case 'stopped':
      return;
  }
}

type OpenedNews = EditorNews & { readonly type: 'opened' };

/** Called at first and after a broken connection; then the edits of this page and its file name stay. */
async function begin(news: OpenedNews): Promise<void> {
  if (resumption === undefined) return opened(news);
  const answer = await resumption;
  // The connection broke again; it will be opened once more.
  if (answer.type !== 'failed' || link.peek().phase !== 'open') return checkSoon();
  // The server was restarted with the same token.
  if (base !== undefined && name.peek() === news.name && isSameValue(base, news.document)) {
    opening = news.opening;
    return checkSoon();
  }
  const isLost = isDirty.peek();
  opened(news);
  if (isLost) say(`${news.name} has changed on disk; this is its present state`, true);
}

function opened(news: OpenedNews): void {
  const { document } = news;
  const isFirst = history.value === undefined;
  batch(() => {
    base = document;
    opening = news.opening;
    useIdsFrom(document.shapes.length);
    name.value = news.name;
    remarks.value = news.remarks;
    mayStartControllers.value = news.controllers;
    hasControllers.value &&= news.controllers;
    history.value = begun(document);
    saved.value = document;
    draft.value = undefined;
    conflict.value = undefined;
    selected.value = new Set();
    if (isFirst) grid.value = formatOf(document).grid;
    if (isFirst) fitAll();
  });
  for (const picture of news.pictures) void fetchPicture(picture);
}

async function fetchPicture(file: string): Promise<void> {
  const answer = await fetch(`/api/picture?${new URLSearchParams({ name: file }).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) return;
  const blob = await answer.blob();
  const { width, height } = await createImageBitmap(blob);
  pictures.value = new Map([...pictures.value, [file, { url: URL.createObjectURL(blob), width, height }]]);
  refit();
}

/** Delay after a change before the world is checked, in milliseconds. */
const CALM = 200;
let timer: ReturnType<typeof setTimeout> | undefined;

function checkSoon(): void {
  isChecked.value = false;
  clearTimeout(timer);
  timer = setTimeout(() => void check(), CALM);
}

async function check(): Promise<void> {
  const document = history.peek()?.present;
  if (document === undefined) return;
  const answer = await client.ask({ type: 'check', document });
  // The document has changed since; another answer will follow.
  if (answer.type !== 'checked' || history.peek()?.present !== document) return;
  batch(() => {
    problems.value = answer.problems;
    isChecked.value = true;
  });
}

export async function save(as?: string, isForced = false): Promise<void> {
  const document = history.value?.present;
  if (document === undefined) return;
  const question: Question = { type: 'save', document, ...(as !== undefined && { name: as }), isForced };
  const answer = await client.ask(question);
  batch(() => {
    conflict.value = undefined;
    if (answer.type === 'saved') {
      saved.value = document;
      name.value = answer.name;
      dialog.value = 'none';
      say(`Saved as ${answer.name}.`);
    } else if (answer.type === 'conflict') conflict.value = { text: answer.text, name: as };
    else if (answer.type === 'failed') say(answer.text, true);
  });
}

/** Loads the file again and discards the edits. */
export async function reload(): Promise<void> {
  const answer = await client.ask({ type: 'reload' });
  if (answer.type === 'opened') {
    opened(answer);
    say(`${answer.name} was reloaded.`);
  } else if (answer.type === 'failed') say(answer.text, true);
}

/** `open` shows the address of the picture; it is called while the user's click still allows a new window. */
export async function run(open: (url: string) => void): Promise<void> {
  const document = history.value?.present;
  if (document === undefined) return;
  trial.value = { url: '', lines: [], isOver: false };
  const answer = await client.ask({ type: 'run', document, hasControllers: hasControllers.value });
  if (answer.type === 'running') {
    trial.value = { ...trial.value, url: answer.url };
    say('The run has started.');
    open(answer.url);
  } else if (answer.type === 'failed') say(answer.text, true);
}

export async function stop(): Promise<void> {
  await client.ask({ type: 'stop' });
}
