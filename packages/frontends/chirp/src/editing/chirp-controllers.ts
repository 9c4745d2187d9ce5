/** The controllers of a Chirp world: a separate list in the file, edited together with the robots. */
import { type ListEntry, printJson, type WorldDocument } from '@kineko/editor';
import type { JsonNode, JsonObject } from '../format/json-tree.js';
import { withMembers } from './json-members.js';

export interface ControllerCommand {
  readonly item: number;
  readonly command: string;
}

/** The first controller of each robot, by id. */
export function commandsOf(root: JsonObject): Map<number, ControllerCommand> {
  const commands = new Map<number, ControllerCommand>();
  const list = root.members.get('controllers')?.value;
  if (list?.kind !== 'array') return commands;
  for (const [item, node] of list.items.entries()) {
    if (node.kind !== 'object') continue;
    const robot = numberOf(node, 'robot');
    const words = node.members.get('command')?.value;
    if (robot === undefined || words?.kind !== 'array' || commands.has(robot)) continue;
    const command = words.items.flatMap((word) => (word.kind === 'text' ? [quotedWord(word.value)] : [])).join(' ');
    commands.set(robot, { item, command });
  }
  return commands;
}

/** The new list, or undefined if the controllers have not changed. */
export function controllerEntries(
  text: string,
  list: JsonNode | undefined,
  before: WorldDocument,
  now: WorldDocument,
): ListEntry[] | undefined {
  const wanted = new Map<number, { readonly robot: number; readonly controller: string }>();
  for (const { id, properties } of now.shapes) {
    const { id: robot, controller } = properties as { readonly id?: number; readonly controller?: string };
    if (robot !== undefined && controller !== undefined) wanted.set(id, { robot, controller });
  }
  const items = list?.kind === 'array' ? list.items : [];
  const owners = new Map<number, number>();
  const robots = new Map(
    before.shapes.flatMap(({ id, properties }) => (properties['id'] === undefined ? [] : [[properties['id'], id]])),
  );
  let isChanged = false;
  const entries = items.flatMap((node, was): ListEntry[] => {
    const own: ListEntry = { was, text: text.slice(node.offset, node.end) };
    const robot = node.kind === 'object' ? numberOf(node, 'robot') : undefined;
    const shapeId = robot === undefined ? undefined : robots.get(robot);
    if (shapeId === undefined || node.kind !== 'object') return [own];
    const isFirst = !owners.has(shapeId);
    owners.set(shapeId, was);
    const wish = wanted.get(shapeId);
    if (wish === undefined) {
      isChanged = true;
      return [];
    }
    const isSame = !isFirst || before.shapes[shapeId]!.properties['controller'] === wish.controller;
    if (isSame && wish.robot === robot) return [own];
    isChanged = true;
    const changes = {
      ...(wish.robot !== robot && { robot: wish.robot }),
      ...(!isSame && { command: wordsOf(wish.controller) }),
    };
    return [{ was, text: withMembers(text, node, 0, changes) }];
  });
  for (const [id, { robot, controller }] of wanted) {
    if (owners.has(id)) continue;
    isChanged = true;
    entries.push({ text: printJson({ robot, command: wordsOf(controller) }, '    ') });
  }
  return isChanged ? entries : undefined;
}

function quotedWord(word: string): string {
  return /^[^\s"\\]+$/.test(word) ? word : JSON.stringify(word);
}

/** Splits a command at blanks; words with blanks are in quotation marks. */
function wordsOf(command: string): string[] {
  return (command.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map((word) => {
    if (!word.startsWith('"')) return word;
    try {
      return JSON.parse(word) as string;
    } catch {
      return word;
    }
  });
}

export function numberOf(node: JsonObject, name: string): number | undefined {
  const value = node.members.get(name)?.value;
  return value?.kind === 'number' ? value.value : undefined;
}
