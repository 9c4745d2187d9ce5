import { escapeLines } from '@kineko/formats/problem';
import type { Output } from '@kineko/run/console';

/**
 * An output to which no text of others can give orders: whatever a command writes is escaped, also within JSON, where the
 * escapes mean the same characters. Line ends are left: a text of others that is to stay on its line is escaped where it is put
 * in (`escapeText`).
 */
export function escapedOutput(output: Output): Output {
  const escaped: Output = {
    write: (text) => output.write(escapeLines(text)),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  };
  terminals.set(escaped, output);
  return escaped;
}

const terminals = new WeakMap<Output, Output>();

/** The output itself, for progress bars and colours of our own. */
export function terminalOf(output: Output): Output {
  return terminals.get(output) ?? output;
}
