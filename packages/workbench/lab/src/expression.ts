/**
 * Expressions in experiments: `sqrt(process.num) * robot.size`, `collisions >= 5`. mathjs only parses. Its syntax tree is
 * translated by an allow-list, and mathjs never evaluates anything.
 */
import { messageOf } from '@kineko/kernel';

/** Nodes of mathjs, whose own types do not distinguish the kinds. */
type SyntaxNode = { toString(): string } & (
  | { readonly type: 'ConstantNode'; readonly value: unknown }
  | { readonly type: 'SymbolNode'; readonly name: string }
  | { readonly type: 'ParenthesisNode'; readonly content: SyntaxNode }
  | { readonly type: 'OperatorNode'; readonly op: string; readonly fn: string; readonly args: readonly SyntaxNode[] }
  | { readonly type: 'FunctionNode'; readonly fn: SyntaxNode; readonly args: readonly SyntaxNode[] }
  | { readonly type: 'AccessorNode'; readonly object: SyntaxNode; readonly index: SyntaxNode }
  | { readonly type: 'IndexNode'; readonly dotNotation: boolean; readonly dimensions: readonly SyntaxNode[] }
  | {
      readonly type: 'ConditionalNode';
      readonly condition: SyntaxNode;
      readonly trueExpr: SyntaxNode;
      readonly falseExpr: SyntaxNode;
    }
);

/** Returns the value of a name, or undefined. */
export type Values = (name: string) => number | undefined;

type Evaluate = (values: Values) => number;

export interface Expression {
  readonly text: string;
  /** The names in it, each once. */
  readonly names: readonly string[];
  /** Comparisons are 1 or 0. Throws an `ExpressionError` for a name without a value. */
  evaluate(values: Values): number;
}

/** An expression that cannot be parsed or evaluated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(text: string, why: string) {
    super(`${JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}...` : text)}: ${why}`);
  }
}

const MAX_TEXT_LENGTH = 1000;
const MAX_NODES = 500;
/** Nesting depth that the recursive parser can surely handle. */
const MAX_BRACKETS = 40;

export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

interface NamedFunction {
  readonly doc: string;
  readonly of: (...of: number[]) => number;
}

export const FUNCTIONS: ReadonlyMap<string, NamedFunction> = new Map([
  ['abs', { doc: 'absolute value', of: Math.abs }],
  ['ceil', { doc: 'next integer above', of: Math.ceil }],
  ['cos', { doc: 'cosine of an angle in radians', of: Math.cos }],
  ['exp', { doc: 'power of e', of: Math.exp }],
  ['floor', { doc: 'next integer below', of: Math.floor }],
  ['log', { doc: 'natural logarithm', of: Math.log }],
  ['log10', { doc: 'logarithm to base 10', of: Math.log10 }],
  ['log2', { doc: 'logarithm to base 2', of: Math.log2 }],
  ['max', { doc: 'largest of its arguments', of: Math.max }],
  ['min', { doc: 'smallest of its arguments', of: Math.min }],
  ['round', { doc: 'nearest integer', of: Math.round }],
  ['sin', { doc: 'sine of an angle in radians', of: Math.sin }],
  ['sqrt', { doc: 'square root', of: Math.sqrt }],
  ['tan', { doc: 'tangent of an angle in radians', of: Math.tan }],
]);

const OPERATORS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['add', (a, b) => a + b],
  ['subtract', (a, b) => a - b],
  ['multiply', (a, b) => a * b],
  ['divide', (a, b) => a / b],
  ['pow', (a, b) => a ** b],
  ['mod', (a, b) => a - b * Math.floor(a / b)],
  ['smaller', (a, b) => Number(a < b)],
  ['smallerEq', (a, b) => Number(a <= b)],
  ['larger', (a, b) => Number(a > b)],
  ['largerEq', (a, b) => Number(a >= b)],
  ['equal', (a, b) => Number(a === b)],
  ['unequal', (a, b) => Number(a !== b)],
  ['and', (a, b) => Number(a !== 0 && b !== 0)],
  ['or', (a, b) => Number(a !== 0 || b !== 0)],
]);

const UNARY: ReadonlyMap<string, (a: number) => number> = new Map([
  ['unaryMinus', (a) => -a],
  ['unaryPlus', (a) => a],
  ['not', (a) => Number(a === 0)],
]);

const ALLOWED = `expected numbers, names such as process.num, pi, e, brackets, + - * / ^ mod, comparisons, and, or, not, a ? b : c, or the functions ${[...FUNCTIONS.keys()].join(', ')}`;

/** Throws an `ExpressionError`. mathjs is slow to import, so it is loaded on demand. */
export async function readExpression(text: string): Promise<Expression> {
  checkText(text);
  const { create, parseDependencies } = await import('mathjs/number');
  const math = create({ parseDependencies: parseDependencies! });
  let root: SyntaxNode;
  try {
    root = math.parse(text) as unknown as SyntaxNode;
  } catch (error) {
    throw new ExpressionError(text, `cannot be parsed: ${messageOf(error)}`);
  }
  const reader = new Reader(text);
  const evaluate = reader.read(root);
  return { text, names: [...reader.names], evaluate };
}

function checkText(text: string): void {
  if (text.trim() === '') throw new ExpressionError(text, 'expected an expression, got nothing');
  if (text.length > MAX_TEXT_LENGTH) {
    throw new ExpressionError(text, `expected at most ${MAX_TEXT_LENGTH} characters, got ${text.length}`);
  }
  let open = 0;
  for (const character of text) {
    open += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (open > MAX_BRACKETS) throw new ExpressionError(text, `expected at most ${MAX_BRACKETS} nested brackets`);
  }
}

class Reader {
  readonly names = new Set<string>();
  private nodes = 0;

  constructor(private readonly text: string) {}

  read(node: SyntaxNode): Evaluate {
    if (++this.nodes > MAX_NODES) throw this.refusal(`expected at most ${MAX_NODES} terms and operations`);
    switch (node.type) {
      case 'ParenthesisNode':
        return this.read(node.content);
      case 'ConstantNode':
        return this.constant(node.value);
      case 'SymbolNode':
      case 'AccessorNode':
        return this.name(this.nameOf(node));
      case 'OperatorNode':
        return this.operator(node.op, node.fn, node.args);
      case 'FunctionNode':
        return this.call(node.fn, node.args);
      case 'ConditionalNode': {
        const [test, then, otherwise] = [node.condition, node.trueExpr, node.falseExpr].map((each) => this.read(each));
        return (values) => (test!(values) !== 0 ? then!(values) : otherwise!(values));
      }
      default:
        throw this.refusal(`${node.toString()} is not allowed; ${ALLOWED}`);
    }
  }

  private constant(value: unknown): Evaluate {
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) {
      throw this.refusal(`${JSON.stringify(value)} is not a finite number; ${ALLOWED}`);
    }
    return () => number;
  }

  private name(name: string): Evaluate {
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return () => constant;
    this.names.add(name);
    return (values) => {
      const value = values(name);
      if (value === undefined) throw this.refusal(`${name} has no numeric value`);
      return value;
    };
  }

  /** A key with dots, which mathjs parses as fields of objects. */
  private nameOf(node: SyntaxNode): string {
    if (node.type === 'SymbolNode') return node.name;
    if (node.type === 'AccessorNode' && node.index.type === 'IndexNode' && node.index.dotNotation) {
      const [field] = node.index.dimensions;
      if (field?.type === 'ConstantNode' && typeof field.value === 'string') {
        return `${this.nameOf(node.object)}.${field.value}`;
      }
    }
    throw this.refusal(`${node.toString()} is not a name; ${ALLOWED}`);
  }

  private operator(op: string, fn: string, args: readonly SyntaxNode[]): Evaluate {
    const of = args.map((arg) => this.read(arg));
    const unary = UNARY.get(fn);
    if (unary !== undefined && of.length === 1) return (values) => unary(of[0]!(values));
    const binary = OPERATORS.get(fn);
    if (binary === undefined || of.length < 2) throw this.refusal(`the operator ${op} is not allowed; ${ALLOWED}`);
    return (values) => {
      let result = of[0]!(values);
      for (let i = 1; i < of.length; i++) result = binary(result, of[i]!(values));
      return result;
    };
  }

  private call(fn: SyntaxNode, args: readonly SyntaxNode[]): Evaluate {
    const name = fn.type === 'SymbolNode' ? fn.name : undefined;
    const make = name === undefined ? undefined : FUNCTIONS.get(name)?.of;
    if (make === undefined) throw this.refusal(`the function ${fn.toString()} is not allowed; ${ALLOWED}`);
    const isMany = name === 'min' || name === 'max';
    if (args.length === 0 || (!isMany && args.length !== 1)) {
      throw this.refusal(`${name}: expected ${isMany ? 'at least one argument' : 'one argument'}, got ${args.length}`);
    }
    const of = args.map((arg) => this.read(arg));
    return (values) => make(...of.map((each) => each(values)));
  }

  private refusal(why: string): ExpressionError {
    return new ExpressionError(this.text, why);
  }
}
