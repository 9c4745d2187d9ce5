import { ActiveProtocol } from 'kineko';

/** The first two processes broadcast a message each; all receive everything. */
export class Chat extends ActiveProtocol<{ TEXT: string }> {
  protected async run(): Promise<void> {
    const { process } = this;
    if (process.id < 2) this.sendTo(process.all, 'TEXT', `hello from ${process.name}`);
    for (;;) this.logger.info((await this.receive()).content);
  }
}
