/** The types that a source file declares, as text: they are the only description of the contents of messages. */
import { type Comment, parseSync, type TSSignature, type TSType } from 'oxc-parser';

export interface Member {
  readonly name: string;
  /** On one line, without comments. */
  readonly type: string;
  /** The comment above it. */
  readonly doc: string;
}

export interface DeclaredType {
  readonly name: string;
  /** On one line, without comments. */
  readonly text: string;
  /** Members of an object type, without those of intersected types. */
  readonly members: readonly Member[];
  /** Members of each object type of a union. */
  readonly variants: readonly (readonly Member[])[];
  /** Names of the types in its intersection: `DecisionContents &`. */
  readonly joined: readonly string[];
}

export interface Declared {
  /** The comment at the top of the file. */
  readonly doc: string;
  readonly types: readonly DeclaredType[];
}

export function declaredTypes(path: string, source: string): Declared {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} is no TypeScript: ${errors[0]!.message}`);
  const reader = new Reader(source, comments);
  const types = program.body.flatMap((statement): DeclaredType[] => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'TSTypeAliasDeclaration')
      return [reader.alias(declaration.id.name, declaration.typeAnnotation)];
    if (declaration?.type === 'TSInterfaceDeclaration') {
      const { id, body } = declaration;
      const members = reader.members(body.body);
      return [{ name: id.name, text: reader.oneLine(body), members, variants: [], joined: [] }];
    }
    return [];
  });
  const [first] = comments;
  const isOnTop = first !== undefined && source.slice(0, first.start).trim() === '';
  return { doc: isOnTop ? proseOf(first.value) : '', types };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

class Reader {
  constructor(
    private readonly source: string,
    private readonly comments: readonly Comment[],
  ) {}

  alias(name: string, type: TSType): DeclaredType {
    const parts = type.type === 'TSIntersectionType' ? type.types : [type];
    const members = parts.flatMap((part) => (part.type === 'TSTypeLiteral' ? this.members(part.members) : []));
    const joined = parts.flatMap((part) => (part.type === 'TSTypeReference' ? [this.oneLine(part)] : []));
    const variants =
      type.type === 'TSUnionType'
        ? type.types.flatMap((part) => (part.type === 'TSTypeLiteral' ? [this.members(part.members)] : []))
        : [];
    return { name, text: this.oneLine(type), members, variants, joined };
  }

  members(signatures: readonly TSSignature[]): readonly Member[] {
    return signatures.flatMap((signature) =>
      signature.type === 'TSPropertySignature' && signature.typeAnnotation != null
        ? [
            {
              name: `${this.source.slice(signature.key.start, signature.key.end)}${signature.optional ? '?' : ''}`,
              type: this.oneLine(signature.typeAnnotation.typeAnnotation),
              doc: this.docBefore(signature.start),
            },
          ]
        : [],
    );
  }

  oneLine({ start, end }: Span): string {
    return this.source
      .slice(start, end)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\breadonly /g, '')
      .replace(/\s+/g, ' ')
      .replace(/; }/g, ' }')
      .trim();
  }

  private docBefore(start: number): string {
    const comment = this.comments.findLast(({ end }) => end <= start);
    const isBeside = comment !== undefined && this.source.slice(comment.end, start).trim() === '';
    return isBeside ? proseOf(comment.value) : '';
  }
}

/** `* One line.\n * Another.` as a sentence. */
function proseOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
    .join('\n')
    .trim();
}
