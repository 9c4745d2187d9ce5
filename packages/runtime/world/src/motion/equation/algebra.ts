import type { MathJsInstance, MathNode } from 'mathjs';
import { type Expression, OPERATORS } from './expression.js';

/** The part of a mathjs node that is read; its own types do not distinguish the kinds of nodes. */
export type SyntaxNode = { toString(): string } & (
  | { readonly type: 'ConstantNode'; readonly value: unknown }
  | { readonly type: 'SymbolNode'; readonly name: string }
  | { readonly type: 'ParenthesisNode'; readonly content: SyntaxNode }
  | { readonly type: 'OperatorNode'; readonly op: string; readonly fn: string; readonly args: readonly SyntaxNode[] }
  | { readonly type: 'FunctionNode'; readonly fn: SyntaxNode; readonly args: readonly SyntaxNode[] }
  /** Represents all kinds of nodes that are not read. */
  | { readonly type: 'AccessorNode' }
);

/** The two functions of mathjs that are used. Its results are not trusted, but checked against an allow-list. */
export interface Algebra {
  /** Throws a `SyntaxError` if the text cannot be parsed. */
  parse(text: string): SyntaxNode;
  /** The derivative by t; not simplified, since that would compute constants by the functions of `Math`. */
  derivative(expression: Expression): SyntaxNode;
}

/**
 * mathjs is slow to import, so it is imported only when equations are used, in the variant for plain numbers, which takes
 * half the time. The instance is our own, so settings of other code do not affect it.
 */
export async function loadAlgebra(): Promise<Algebra> {
  const { create, derivativeDependencies, parseDependencies } = await import('mathjs/number');
  const math = create({ derivativeDependencies: derivativeDependencies!, parseDependencies: parseDependencies! });
  return {
    parse: (text) => asSyntax(math.parse(text)),
    derivative: (expression) => asSyntax(math.derivative(nodeOf(math, expression), 't', { simplify: false })),
  };
}

function asSyntax(node: MathNode): SyntaxNode {
  return node as unknown as SyntaxNode;
}

/** Always creates new nodes: mathjs's product rule treats two factors that are the same object as one factor. */
function nodeOf(math: MathJsInstance, expression: Expression): MathNode {
  if (expression.kind === 'number') return new math.ConstantNode(expression.value);
  if (expression.kind === 'time') return new math.SymbolNode('t');
  if (expression.kind === 'negative') return new math.OperatorNode('-', 'unaryMinus', [nodeOf(math, expression.of)]);
  if (expression.kind === 'power') {
    const exponent = new math.ConstantNode(expression.exponent);
    return new math.OperatorNode('^', 'pow', [nodeOf(math, expression.base), exponent]);
  }
  if ('of' in expression) {
    return new math.FunctionNode(new math.SymbolNode(expression.kind), [nodeOf(math, expression.of)]);
  }
  const { sign, fn } = OPERATORS[expression.kind];
  return new math.OperatorNode(sign, fn, [nodeOf(math, expression.left), nodeOf(math, expression.right)]);
}
