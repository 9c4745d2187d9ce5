/** The part of `docs/neko-log.md` that is generated from the tables of the Neko log. */
import { markdownTable } from '@kineko/tools/shared/markdown-table';
import { collisionOf, conditionsOf } from '../src/neko-log/conditions.js';
import { EFFECT_FORMS, type Forms, MOTION_FORMS, READING_FORMS, SENSOR_FORMS } from '../src/neko-log/forms.js';
import { LINES, SILENT } from '../src/neko-log/lines.js';
import { HOLE_TYPES, type Template } from '../src/neko-log/template.js';
import { exampleOf } from './neko-log-kit.js';
import { fenced } from './trace-document.js';

const BEGIN = '<!-- made from packages/foundation/formats/src/neko-log/lines.ts: begin -->';
const END = '<!-- made from packages/foundation/formats/src/neko-log/lines.ts: end -->';

/** The document with that part up to date, and the rest unchanged. */
export function upToDate(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error(`docs/neko-log.md must have the lines\n${BEGIN}\n${END}\nin this order`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${generated()}\n\n${document.slice(end)}`;
}

function generated(): string {
  return [
    '## Holes',
    "The texts of lines are given with holes. `{name}` is the record's field of that name, as a number with three decimals; " +
      '`{name:type}` is something else; `{name:type=0}` is 0 if the field is missing.',
    markdownTable(
      ['type', 'what is there'],
      Object.entries(HOLE_TYPES).map(([type, doc]) => [`\`${type}\``, doc]),
    ),
    '## Lines',
    overview(),
    `Records of these types print no line: ${SILENT.map((type) => `\`${type}\``).join(', ')}.`,
    ...(Object.keys(LINES) as (keyof typeof LINES)[]).flatMap(section),
    '## Conditions',
    ...conditions(),
    '## Forms',
    'A value without all fields of its form is written like one without a form.',
    ...forms('Motions, in `MotionRequest:` lines', 'kind', MOTION_FORMS),
    ...forms('Requests of sensors, in `SensorRequest:` lines', 'sensor', SENSOR_FORMS),
    ...forms('Sensors that speak up, in `SensorEvent:` lines', 'sensor', READING_FORMS),
    ...forms('Effectors, in `Effect:` lines', 'effector', EFFECT_FORMS),
  ].join('\n\n');
}

function overview(): string {
  const rows = Object.entries(LINES).map(([name, { logger, record }]) => [
    `[${name}](#${name.toLowerCase()})`,
    logger.startsWith('{') ? `the ${logger.slice(1, -1)}'s name` : `\`${logger}\``,
    record === 'none' ? '' : `\`${record}\``,
  ]);
  return markdownTable(['line', 'logger', 'record'], rows);
}

function section(name: keyof typeof LINES): string[] {
  const { logger, template, doc }: { logger: string; template: Template; doc: string } = LINES[name];
  return [`### ${name}`, doc, fenced(`${logger} ${template.text}`), fenced(exampleOf(name))];
}

function conditions(): string[] {
  const { start, startInSequence, finish, finishInSequence, replaced, stopped } = conditionsOf('moveTo');
  const alone = conditionsOf('turn');
  const rows = [
    [`\`${startInSequence}\``, 'one phase of several starts'],
    [`\`${finishInSequence}\``, 'it finishes, and another follows'],
    [`\`${finish}\``, 'the last phase finishes, and with it the motion'],
    [`\`${alone.start}\`, \`${alone.finish}\``, 'the same of a motion that has one phase only'],
    [`\`${replaced}\``, 'another request or a sensor ended it before its time'],
    [`\`${stopped}\``, 'an order to stop did'],
    [`\`${collisionOf(startInSequence)}\``, 'a contact did: the condition of the phase that was under way'],
  ];
  return [
    `The name is that of the kind of motion with its first letter in upper case: \`${start}\` is of the kind \`moveTo\`.`,
    markdownTable(['condition', 'what happens'], rows),
  ];
}

function forms(title: string, kind: string, { known, general }: Forms): string[] {
  const rows = known.map((form) => [`\`${form.kind}\``, `\`${form.template.text}\``]);
  return [`### ${title}`, markdownTable([kind, 'form'], [...rows, ['any other', `\`${general.text}\``]])];
}
