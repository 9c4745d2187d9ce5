/**
 * Generates `docs/reference/messages.md`: the messages of processes, robots, panels and controllers, from the types in the
 * code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellCode, markdownTable } from '../../shared/markdown-table.js';
import { type Declared, type DeclaredType, declaredTypes, type Member } from './declared-types.js';

const PROTOCOLS = 'packages/runtime/neko/src/protocols';

export function messagesPage(repository: string): string {
  return `${[
    '# Messages',
    'The messages on each wire, from the types in the code that reads them. `KINEKO_WRITE=1 npm run jest -- tools/docs/reference` regenerates this page.',
    '## Neko protocols',
    'A message has a type, a content and the id of the protocol that receives it (`packages/runtime/neko/src/message.ts`). On TCP and UDP it travels as JSON, in a simulation unchanged. `Wrapped` is a message inside another one.',
    ...protocolsOf(repository),
    '## Robots of the Cooperative Robotics Simulator',
    'JSON, one object a line, over TCP; [crsim.md](../crsim.md) has the order of things. Each request may say that it is the `last` of its step.',
    ...unionOf(repository, 'packages/frontends/crsim/src/run/steps/requests.ts', 'RobotRequest', 'type'),
    '## Control panels',
    'Requests `{"method": …, "params": […]}`, several in a message. `hello` comes first; those that change something are for the master.',
    panelMethods(repository),
    '## Viewers of the Cooperative Robotics Simulator',
    'Sent to a viewer for each object, and for each object that has moved.',
    ...objectOf(repository, 'packages/frontends/crsim/src/run/world/things.ts', 'ViewerObject'),
    ...objectOf(repository, 'packages/frontends/crsim/src/run/steps/environment.ts', 'LocationUpdate'),
    '## Controllers of Chirps',
    'ASCII in UDP datagrams: `<id> <word> …`; [chirp.md](../chirp.md) has the answers.',
    ...unionOf(repository, 'packages/frontends/chirp/src/run/request.ts', 'ChirpRequest', 'kind'),
  ].join('\n\n')}\n`;
}

interface ProtocolSource extends Declared {
  readonly name: string;
}

function protocolsOf(repository: string): readonly string[] {
  const sources = readdirSync(join(repository, PROTOCOLS))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name): ProtocolSource => ({ name, ...typesOf(repository, `${PROTOCOLS}/${name}`) }));
  const everywhere = sources.flatMap(({ types }) => types);
  return sources.flatMap(({ name, doc, types }) => {
    const contents = types.find((type) => type.name.endsWith('Contents'));
    // Members that several types share are listed with each of them.
    if (contents === undefined || doc === '') return [];
    const named = (type: string): DeclaredType | undefined =>
      types.find((each) => each.name === type) ?? everywhere.find((each) => each.name === type);
    const members = [...contents.joined.flatMap((type) => named(type)?.members ?? []), ...contents.members];
    const helpers = namesIn(members).flatMap((type) => named(type) ?? []);
    return [
      `### ${contents.name.replace(/Contents$/, '')}`,
      `${firstSentence(doc)} (\`${PROTOCOLS}/${name}\`)`,
      membersTable('message', members),
      ...(helpers.length > 0 ? [helpers.map((type) => `\`${type.name}\` is \`${type.text}\`.`).join(' ')] : []),
    ];
  });
}

function unionOf(repository: string, path: string, name: string, tag: string): readonly string[] {
  const { variants } = typeNamed(repository, path, name);
  const rows = variants.map((members) => {
    const words = members.find((member) => member.name === tag)!.type;
    const rest = members.filter((member) => member.name !== tag).map((member) => `${member.name}: ${member.type}`);
    return [
      words
        .split(' | ')
        .map((word) => cellCode(word.replaceAll("'", '')))
        .join(', '),
      rest.map(cellCode).join(', '),
    ];
  });
  return [markdownTable([tag, 'with'], rows), `(\`${path}\`, \`${name}\`)`];
}

function objectOf(repository: string, path: string, name: string): readonly string[] {
  return [`\`${name}\` (\`${path}\`):`, membersTable('member', typeNamed(repository, path, name).members)];
}

/** Names and rights are taken from the table that handles requests. */
function panelMethods(repository: string): string {
  const path = 'packages/frontends/crsim/src/run/session/panel-methods.ts';
  const source = readFileSync(join(repository, path), 'utf8');
  const rows = [...source.matchAll(/\[\s*'(\w+)',\s*(asks|changes)\(/g)].map(([, name, kind]) => [
    cellCode(name!),
    kind === 'asks' ? 'every panel' : 'the master',
  ]);
  return `${markdownTable(['method', 'for'], rows)}\n\n(\`${path}\`)`;
}

function membersTable(what: string, members: readonly Member[]): string {
  const hasDocs = members.some(({ doc }) => doc !== '');
  const rows = members.map(({ name, type, doc }) => [
    cellCode(name),
    cellCode(type.replace(/ \| undefined$/, '')),
    ...(hasDocs ? [doc.replaceAll('\n', ' ').replaceAll('|', '\\|')] : []),
  ]);
  return markdownTable([what, 'content', ...(hasDocs ? [''] : [])], rows);
}

function typesOf(repository: string, path: string): Declared {
  return declaredTypes(path, readFileSync(join(repository, path), 'utf8'));
}

function typeNamed(repository: string, path: string, name: string): DeclaredType {
  const found = typesOf(repository, path).types.find((type) => type.name === name);
  if (found === undefined) throw new Error(`${path} has no type ${name}: update its path in messages.ts`);
  return found;
}

/** Names of types, each once. */
function namesIn(members: readonly Member[]): readonly string[] {
  return [...new Set(members.flatMap(({ type }) => type.match(/\b[A-Z][a-z]\w*/g) ?? []))];
}

function firstSentence(doc: string): string {
  return doc.split('\n\n')[0]!.replaceAll('\n', ' ');
}
