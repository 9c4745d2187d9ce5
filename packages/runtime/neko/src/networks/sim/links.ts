/** Something for each link, made when it is first needed. A row for each sender: few senders have many links. */
export class Links<T> {
  private readonly rows: (T | undefined)[][] = [];

  constructor(private readonly make: (from: number, to: number) => T) {}

  of(from: number, to: number): T {
    const row = (this.rows[from] ??= []);
    return (row[to] ??= this.make(from, to));
  }
}
