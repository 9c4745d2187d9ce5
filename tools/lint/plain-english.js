/**
 * Phrases that are hard to read: each row is a pattern and the advice. The linter applies them to comments
 * and strings, a test to Markdown.
 */

/** Sentences start after a full stop, a semicolon, a colon or a bracket, and at the start of a comment. */
const START = String.raw`(?:^|[.;:(]\s+)`;

/** @type {readonly (readonly [pattern: RegExp, advice: string])[]} */
export const PHRASES = [
  [new RegExp(`${START}(?:What|Who|Whom|Whoever|Whatever)\\b(?![^.;]*\\?)`), 'make a noun the subject of the sentence'],
  [/^Of (?!course\b)/, 'write a full phrase: "Name of the key", not "Of the key"'],
  [
    /\b(?:whoever|whomever|whom|somebody|nobody|anybody|everybody)\b/i,
    'name the thing: the caller, the robot, no process',
  ],
  [
    /(?<!\b(?:people|person|users?|authors?|students?|readers?|teachers?|researchers?|those|planners?|experimenters?|theorists?|one|anyone|someone|everyone),? )\bwho (?:asks?|waits?|looks?|listens?|comes?|goes|calls?|reads?|wants?|gives?|has|have|is|are|was|were|may|can|does|needs?|takes?|moves?|stands?)\b(?![^.;]*\?)/i,
    'name the thing: "the caller", "the robot that"',
  ],
  [
    /\b(?:is|are|was|were|be|been) (?:told|said|asked|meant|looked after)\b/i,
    'notifies, reports, requests; "did you mean"',
  ],
  [/\b(?:tells|tell of|told of|says so|and says)\b/i, 'reports, returns, prints'],
  [
    /\b(?:anew|in vain|for people|(?<!soon )as (?:it|they) (?:is|are|was|were)\b(?! \w+ing)|all the same|for ever)\b/i,
    'again, without effect, human-readable, unchanged, anyway, forever',
  ],
  [/\bso many\b|\bas many as\b|\bat the (?:most|least)\b/i, 'the number of …, up to n, at most'],
  [/\b(?:go(?:es)?|went|going) on\b/i, 'continue'],
  [
    /\bmay be meant\b|\bright would be\b|\ballowed are\b|\bis nothing that can\b|\bthere is no such\b/i,
    '"expected X, got Y"; "unknown key X; did you mean Y?"',
  ],
  [/\bits time was up\b|\breached its goal\b/i, '"time limit reached", "goal reached"'],
  [
    /\b(?:onlookers?|surroundings|desks?|guests?|crews?|doomed|breath|thaws?|thawed|lends?|lent|lending|of all chance)\b/i,
    'use the term of the glossary',
  ],
  [
    /\b(?:events|messages|frames|times|runs|steps|motions|collisions|copies|bytes|rows|draws|requests|once|twice) an? (?:second|robot|run|event|frame|message|motion|step|line|record|cell|pair|collision|process)\b/i,
    'write "per second"',
  ],
];

/** Finds these phrases in a text: each match with its position and the advice. */
export function unplain(text) {
  return PHRASES.flatMap(([pattern, advice]) => {
    const match = pattern.exec(text);
    return match ? [{ phrase: match[0].replace(/^[.;:(\s]+/, ''), index: match.index, advice }] : [];
  });
}
