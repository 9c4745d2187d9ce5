/**
 * The syntax of Neko's files (Apache's ExtendedProperties): one `key = value` per line, `#` before comments, `\` at the end
 * of a continued line, commas between the items of a list, repeated keys to extend a list.
 *
 * Written by hand, because parsers of Java's properties replace `\,` by a comma, which then looks like a separator.
 */
import { expected, type Place } from '@kineko/formats/problem';
import { lastUpTo, MAX_SYNTAX_PROBLEMS } from '@kineko/formats/text';
import type { RawEntry, RawOf, ValueReader } from '@kineko/run/settings';

export function readProperties(text: string, file: string, complain: ValueReader['complain']): RawEntry[] {
  const entries = new Map<string, { readonly place: Place; readonly lines: RawOf<'line'>[] }>();
  let problems = 0;
  for (const line of logicalLines(text, file)) {
    const equals = line.text.indexOf('=');
    const key = line.text.slice(0, Math.max(equals, 0)).trim();
    const place = line.placeAt(0);
    if (key === '') {
      if (++problems > MAX_SYNTAX_PROBLEMS) {
        complain(place, `more than ${MAX_SYNTAX_PROBLEMS} lines cannot be read: the rest is omitted`);
        break;
      }
      complain(place, expected('key = value', line.text));
      continue;
    }
    const value = valueOf(line, equals + 1);
    const before = entries.get(key);
    if (before === undefined) entries.set(key, { place, lines: [value] });
    else before.lines.push(value);
  }
  return Array.from(entries, ([key, { place, lines }]): RawEntry => {
    const [first] = lines;
    return { key, place, value: lines.length === 1 ? first! : { kind: 'repeated', lines, place } };
  });
}

/** A line with its continuation lines, and the position of each part. */
class LogicalLine {
  text = '';
  private readonly parts: { readonly offset: number; readonly line: number; readonly column: number }[] = [];

  constructor(private readonly file: string) {}

  append(text: string, line: number, column: number): void {
    this.parts.push({ offset: this.text.length, line, column });
    this.text += text;
  }

  placeAt(offset: number): Place {
    const part = this.parts[lastUpTo(offset, this.parts.length, (index) => this.parts[index]!.offset)]!;
    return { file: this.file, line: part.line, column: part.column + offset - part.offset };
  }
}

function* logicalLines(text: string, file: string): Generator<LogicalLine> {
  let logical: LogicalLine | undefined;
  for (const [index, physical] of text.split(/\r\n|\n|\r/).entries()) {
    const line = physical.trim();
    // Comments and empty lines are skipped, also between continuation lines.
    if (line === '' || line.startsWith('#')) continue;
    logical ??= new LogicalLine(file);
    const isContinued = endsWithBackslash(line);
    logical.append(
      isContinued ? line.slice(0, -1) : line,
      index + 1,
      physical.length - physical.trimStart().length + 1,
    );
    if (isContinued) continue;
    yield logical;
    logical = undefined;
  }
  // The file ends with a continued line.
  if (logical !== undefined) yield logical;
}

/** An even number of backslashes is escaped. */
function endsWithBackslash(line: string): boolean {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

function valueOf(line: LogicalLine, start: number): RawOf<'line'> {
  const rest = line.text.slice(start);
  const offset = start + rest.length - rest.trimStart().length;
  const placeAt = (at: number): Place => line.placeAt(offset + at);
  return { kind: 'line', text: rest.trim(), place: placeAt(0), placeAt };
}
