/** Pieces of a template. */
export const enum Piece {
  End,
  /** A count, then bytes. */
  Plain,
  /** A number's class. */
  Number,
  /** A count, then integers as differences from one to the next. */
  Integers,
  /** The same, each behind the kind of a value. */
  IntegerValues,
}

/** Templates of a block that are numbered; later ones are used once. */
export const MAX_TEMPLATES = 4096;
