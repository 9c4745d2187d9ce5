/**
 * Finds every use of something global in a file, however it is spelt: `Math.sin(x)`, `Math['sin']`,
 * `globalThis.Math.sin`, `(window as Host).setTimeout`, `const { sin: s } = Math`, `const m = Math` and then `m.sin`.
 *
 * Plain JavaScript, because oxlint loads it directly and Node 20 runs no TypeScript.
 *
 * @typedef {object} GlobalUse
 * @property {string[]} path what is reached, from the global object on: ['Math', 'sin']; [] is the global object itself
 * @property {boolean} escapes whether the whole value is passed on (stored, passed, indexed by a computed name), so
 *   that its members can no longer be followed
 * @property {object} node the place to report
 */

const globalObjects = new Set(['globalThis', 'window', 'self', 'global']);

/** Nodes around an expression that do not change its value. */
const transparent = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/** @returns {GlobalUse[]} */
export function globalUses(sourceCode) {
  return sourceCode.scopeManager.scopes
    .flatMap((scope) => scope.references)
    .filter((reference) => isGlobal(reference.resolved))
    .flatMap(({ identifier }) => follow(identifier, [identifier.name], sourceCode))
    .map((use) => ({ ...use, path: withoutGlobalObjects(use.path) }));
}

/** The literal name of a member: `x.name`, `x['name']`, `{ name }`; undefined for `x[name]`. */
export function writtenName(key, computed) {
  if (key.type === 'Identifier' && !computed) return key.name;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0].value.cooked;
  return undefined;
}

// `declare const process: …` gives a global a type, not a second meaning.
function isGlobal(variable) {
  return !variable || variable.defs.every(({ node, parent }) => node.declare || parent?.declare);
}

function withoutGlobalObjects(path) {
  const first = path.findIndex((name) => !globalObjects.has(name));
  return first === -1 ? [] : path.slice(first);
}

/** @returns {GlobalUse[]} what `node`, whose value is the global `path`, is used for */
function follow(node, path, sourceCode) {
  const { parent } = node;
  if (transparent.has(parent.type) && parent.expression === node) return follow(parent, path, sourceCode);
  if (parent.type === 'MemberExpression' && parent.object === node) {
    const name = writtenName(parent.property, parent.computed);
    return name === undefined ? [{ path, escapes: true, node }] : follow(parent, [...path, name], sourceCode);
  }
  const target = assignedFrom(node);
  if (target) return followInto(target, path, node, sourceCode);
  return [{ path, escapes: !staysInPlace(node), node }];
}

/** The pattern that receives the value of `node`: the left side of a declaration, an assignment or a default. */
function assignedFrom(node) {
  const { parent } = node;
  if (parent.type === 'VariableDeclarator' && parent.init === node) return parent.id;
  if (parent.type === 'AssignmentExpression' && parent.right === node) return parent.left;
  if (parent.type === 'AssignmentPattern' && parent.right === node) return parent.left;
  return undefined;
}

function followInto(target, path, node, sourceCode) {
  if (target.type === 'AssignmentPattern') return followInto(target.left, path, node, sourceCode);
  if (target.type !== 'ObjectPattern') {
    const uses = constantUses(target, sourceCode).flatMap((identifier) => follow(identifier, path, sourceCode));
    return [{ path, escapes: true, node }, ...uses];
  }
  return target.properties.flatMap((property) => {
    const name = property.type === 'Property' ? writtenName(property.key, property.computed) : undefined;
    if (name === undefined) return [{ path, escapes: true, node: property }];
    return followInto(property.value, [...path, name], property, sourceCode);
  });
}

/** Reads of a name that a `const` has just defined; the later value of a `let` is not known. */
function constantUses(target, sourceCode) {
  const [definition] = sourceCode.scopeManager.scopes
    .flatMap((scope) => scope.variables)
    .filter((variable) => variable.identifiers.includes(target))
    .filter((variable) => variable.defs[0]?.parent?.kind === 'const');
  return (definition?.references ?? []).filter((reference) => reference.isRead()).map(({ identifier }) => identifier);
}

/** Uses that create no second name for the value: types, `typeof x`, `new X()`, `x()`, `y instanceof X`. */
function staysInPlace(node) {
  const { parent } = node;
  if (parent.type.startsWith('TS')) return true;
  if (parent.type === 'UnaryExpression') return parent.operator === 'typeof';
  if (parent.type === 'NewExpression' || parent.type === 'CallExpression') return parent.callee === node;
  if (parent.type === 'BinaryExpression') return parent.operator === 'instanceof' && parent.right === node;
  return parent.type === 'ExpressionStatement';
}
