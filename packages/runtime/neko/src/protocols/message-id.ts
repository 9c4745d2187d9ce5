/** Names a message by who sent it first and how many that one had sent before: `2;0` is the first one of process 2. */
export function messageId(origin: number, number: number): string {
  return `${origin};${number}`;
}
