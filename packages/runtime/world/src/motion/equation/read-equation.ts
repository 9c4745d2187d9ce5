import { MotionError } from '../motion-module.js';
import type { Algebra, SyntaxNode } from './algebra.js';
import { binary, countNodes, type Expression, number, power, time, unary } from './expression.js';

/** One of the two texts of a motion. */
export interface Source {
  readonly name: 'x' | 'y';
  readonly text: string;
}

const MAX_TEXT_LENGTH = 1000;
const MAX_NODES = 1000;
/** Nested brackets that the recursive parser can certainly handle. */
const MAX_BRACKETS = 40;
/** Depth of the tree: a sum of many terms is as deep as it has terms. */
const MAX_DEPTH = 200;
const MAX_EXPONENT = 100;

const ALLOWED =
  'expected numbers, t (seconds), pi, e, tau, brackets, + - * /, ^ with a constant whole exponent, and the ' +
  'functions sin, cos, tan, sqrt, exp, square, cube';

const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

const functions: ReadonlyMap<string, (of: Expression) => Expression> = new Map([
  ['sin', (of) => unary('sin', of)],
  ['cos', (of) => unary('cos', of)],
  ['tan', (of) => binary('quotient', unary('sin', of), unary('cos', of))],
  ['sqrt', (of) => unary('sqrt', of)],
  ['exp', (of) => unary('exp', of)],
  ['square', (of) => power(of, 2)],
  ['cube', (of) => power(of, 3)],
]);

/** Characters that are not allowed in an equation, with an explanation. */
const strangers: ReadonlyMap<string, string> = new Map([
  ['"', 'begins a string'],
  ["'", 'begins a string, or is a derivative'],
  ['[', 'begins a matrix'],
  ['{', 'begins an object'],
  ['=', 'is an assignment or a comparison: only the right side of the equation is given'],
  ['<', 'is a comparison'],
  ['>', 'is a comparison'],
  ['?', 'is a condition'],
  ['%', 'is a remainder, and jumps'],
  ['!', 'is a factorial'],
  [';', 'begins a second expression'],
  ['\n', 'begins a second expression'],
  ['π', 'is written pi'],
  ['×', 'is written *'],
  ['·', 'is written *'],
  ['−', 'is written -'],
  ['²', 'is written ^2'],
]);

/** Parses a text into a tree of allowed operations. Throws a `MotionError` if it contains anything else. */
export function readEquation(algebra: Algebra, source: Source): Expression {
  checkText(source);
  const node = parsed(algebra, source);
  checkDepth(node, source);
  return checkCount(read(node, source), source, 'the equation');
}

/** The derivative by mathjs, checked in the same way. */
export function differentiate(algebra: Algebra, expression: Expression, source: Source, subject: string): Expression {
  return checkCount(read(algebra.derivative(expression), source), source, subject);
}

/** `x(t) = "2 * t"`. */
export function describe({ name, text }: Source): string {
  return `${name}(t) = ${JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}...` : text)}`;
}

function refusal(source: Source, why: string): MotionError {
  return new MotionError(`${describe(source)}: ${why}`);
}

/** Checks before parsing, with columns; also limits the depth for the parser. */
function checkText(source: Source): void {
  const { text } = source;
  if (text.length > MAX_TEXT_LENGTH) {
    throw refusal(source, `it has ${text.length} characters, and may have ${MAX_TEXT_LENGTH} at most`);
  }
  if (text.trim() === '') throw refusal(source, 'it is empty: write 0 for a coordinate that does not change');
  let brackets = 0;
  for (const [i, character] of Array.from(text).entries()) {
    if (!/[\w\s.,+\-*/^()]/.test(character) || character === '\n') {
      const about = strangers.get(character) ?? 'is not known';
      throw refusal(source, `${JSON.stringify(character)} (column ${i + 1}) ${about}; ${ALLOWED}`);
    }
    brackets += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (brackets > MAX_BRACKETS) {
      throw refusal(source, `at column ${i + 1} more than ${MAX_BRACKETS} brackets are open at once`);
    }
  }
}

function parsed(algebra: Algebra, source: Source): SyntaxNode {
  try {
    return algebra.parse(source.text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, what, column] = /^(.*) \(char (\d+)\)$/.exec(error.message) ?? [];
    const place = column === undefined ? '' : ` at column ${column}`;
    throw refusal(source, `it cannot be read${place}: ${what ?? error.message}`);
  }
}

/** Not recursive: the tree may be deeper than the call stack. */
function checkDepth(root: SyntaxNode, source: Source): void {
  let level: readonly SyntaxNode[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw refusal(source, `it is nested, or chained, more than ${MAX_DEPTH} times`);
    level = level.flatMap(partsOf);
  }
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case 'ParenthesisNode':
      return [node.content];
    case 'OperatorNode':
    case 'FunctionNode':
      return node.args;
    default:
      return [];
  }
}

function checkCount(expression: Expression, source: Source, subject: string): Expression {
  const count = countNodes(expression);
  if (count <= MAX_NODES) return expression;
  throw refusal(source, `${subject} has ${count} terms and operations, and may have ${MAX_NODES} at most: simplify it`);
}

function read(node: SyntaxNode, source: Source): Expression {
  switch (node.type) {
    case 'ParenthesisNode':
      return read(node.content, source);
    case 'ConstantNode':
      return readConstant(node.value, source);
    case 'SymbolNode':
      return readName(node.name, source);
    case 'OperatorNode':
      return readOperator(node.op, node.fn, node.args, source);
    case 'FunctionNode':
      return readCall(node.fn, node.args, source);
    default:
      throw refusal(source, `${shortened(node)} is not allowed; ${ALLOWED}`);
  }
}

function readConstant(value: unknown, source: Source): Expression {
  if (typeof value === 'number' && Number.isFinite(value)) return number(value);
  throw refusal(source, `${String(value)} is not a finite number`);
}

function readName(name: string, source: Source): Expression {
  if (name === 't') return time;
  const value = constants.get(name);
  if (value !== undefined) return number(value);
  if (functions.has(name)) {
    throw refusal(source, `${name} is a function and needs its argument in brackets: ${name}(t), ${name}(t)^2`);
  }
  throw refusal(
    source,
    `${name}${columnOf(name, source)} is not known: the only variable is t, in seconds since the motion began, and ` +
      `lengths are in metres, without a unit; ${ALLOWED}`,
  );
}

function readOperator(op: string, fn: string, args: readonly SyntaxNode[], source: Source): Expression {
  if (fn === 'pow') return readPower(args, source);
  const of = args.map((arg) => read(arg, source));
  switch (fn) {
    case 'add':
      return of.reduce((left, right) => binary('sum', left, right));
    case 'multiply':
      return of.reduce((left, right) => binary('product', left, right));
    case 'subtract':
      return binary('difference', of[0]!, of[1]!);
    case 'divide':
      return binary('quotient', of[0]!, of[1]!);
    case 'unaryMinus':
      return unary('negative', of[0]!);
    case 'unaryPlus':
      return of[0]!;
    default:
      throw refusal(source, `the operator ${op}${columnOf(op, source)} is not allowed; ${ALLOWED}`);
  }
}

function readPower([base, exponent]: readonly SyntaxNode[], source: Source): Expression {
  const of = read(base!, source);
  const by = read(exponent!, source);
  if (by.kind === 'number' && Number.isInteger(by.value) && Math.abs(by.value) <= MAX_EXPONENT) {
    return power(of, by.value);
  }
  if (of.kind === 'number' && of.value === Math.E) return unary('exp', by);
  throw refusal(
    source,
    `the exponent ${shortened(exponent!)} must be a constant whole number from -${MAX_EXPONENT} to ${MAX_EXPONENT}: ` +
      'write sqrt(t) for t^0.5, and exp(t) for a power that grows with t',
  );
}

function readCall(fn: SyntaxNode, args: readonly SyntaxNode[], source: Source): Expression {
  if (fn.type !== 'SymbolNode') throw refusal(source, `a call of ${shortened(fn)} is not allowed; ${ALLOWED}`);
  const { name } = fn;
  if (name === 't' || constants.has(name)) {
    const product = args.length === 1 ? `${name} * (${shortened(args[0]!)})` : `${name} * (...)`;
    throw refusal(source, `${name}${columnOf(name, source)} before a bracket reads as a function: write ${product}`);
  }
  const make = functions.get(name);
  if (make === undefined) {
    throw refusal(source, `the function ${name}${columnOf(name, source)} is not allowed; ${ALLOWED}`);
  }
  if (args.length !== 1) throw refusal(source, `${name} takes one argument, and has ${args.length}`);
  return make(read(args[0]!, source));
}

/** The first column of a word or a symbol. */
function columnOf(token: string, { text }: Source): string {
  const isWord = /^\w/.test(token);
  for (let i = text.indexOf(token); i >= 0; i = text.indexOf(token, i + 1)) {
    const isPart = /[a-z_]/i.test(text[i - 1] ?? '') || /\w/.test(text[i + token.length] ?? '');
    if (!(isWord && isPart)) return ` (column ${i + 1})`;
  }
  return '';
}

function shortened(node: SyntaxNode): string {
  const text = node.toString();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
