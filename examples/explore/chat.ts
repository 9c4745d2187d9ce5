import { ActiveProtocol } from 'kineko';

/** The first two processes broadcast a message each; all receive both. */
export class Chat extends ActiveProtocol<{ TEXT: string }> {
  protected async run(): Promise<void> {
    const { process } = this;
    if (process.id < 2) this.sendTo(process.all, 'TEXT', `hello from ${process.name}`);
    for (let received = 0; received < 2; received++) this.logger.info((await this.receive()).content);
  }
}
