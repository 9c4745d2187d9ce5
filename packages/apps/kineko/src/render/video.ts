/** Films by ffmpeg, which is handed the frames as they are drawn. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eachFrame } from './frames.js';
import type { Picture, Workshop, Writer } from './picture.js';

const FORMATS = {
  mp4: ['-c:v', 'libx264', '-preset', 'medium', '-crf', '20', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '32', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
} as const;

/** What ffmpeg says last is what matters; so many characters of it are kept. */
const MAX_SAID = 2000;

export function videoWriter(format: keyof typeof FORMATS): Writer['write'] {
  return async (picture, file, workshop) => {
    const encoder = await Encoder.start(format, picture, file, workshop);
    try {
      const frames = await eachFrame(picture, workshop, (pixels) => encoder.add(pixels));
      await encoder.finish();
      return `${frames} frames`;
    } catch (error) {
      await encoder.abandon();
      throw error;
    }
  };
}

class Encoder {
  private said = '';
  private code: number | null | undefined;
  private isBroken = false;
  /** Ends a wait for room. */
  private wake: () => void = () => {};

  private constructor(private readonly child: ChildProcess) {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-MAX_SAID);
    });
    // Why an encoder takes no more, it says by its exit.
    child.stdin!.on('error', () => {
      this.isBroken = true;
    });
    for (const event of ['drain', 'error', 'close']) child.stdin!.on(event, () => this.wake());
    child.on('close', (code) => {
      this.code = code;
    });
  }

  static async start(
    format: keyof typeof FORMATS,
    { width, height, framesPerSecond }: Picture,
    file: string,
    { env }: Workshop,
  ): Promise<Encoder> {
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(framesPerSecond)];
    const child = spawn(
      'ffmpeg',
      ['-hide_banner', '-loglevel', 'error', '-y', ...input, '-i', 'pipe:0', ...FORMATS[format], '-f', format, file],
      { stdio: ['pipe', 'ignore', 'pipe'], env },
    );
    try {
      await once(child, 'spawn');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Error(
        code === 'ENOENT'
          ? `.${format} is made by ffmpeg, which is not on the PATH: install it (Debian and Ubuntu: apt install ffmpeg; ` +
              'macOS: brew install ffmpeg), or make a .gif or an .svg, which need nothing'
          : `ffmpeg could not be started: ${message}`,
        { cause: error },
      );
    }
    return new Encoder(child);
  }

  async add(pixels: Uint8ClampedArray): Promise<void> {
    const stdin = this.child.stdin!;
    // A copy: the pixels may be drawn over before they are read.
    const hasRoom = stdin.write(Buffer.from(pixels));
    if (!hasRoom && !this.isBroken) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.isBroken) await this.closed();
    this.requireAlive();
  }

  async finish(): Promise<void> {
    this.child.stdin!.end();
    await this.closed();
    this.requireAlive(true);
  }

  async abandon(): Promise<void> {
    this.child.stdin!.destroy();
    this.child.kill('SIGKILL');
    await this.closed();
  }

  private async closed(): Promise<void> {
    if (this.code === undefined) await once(this.child, 'close');
  }

  private requireAlive(isDone = false): void {
    if (this.code === undefined || (isDone && this.code === 0)) return;
    const why = this.said.trim();
    throw new Error(`ffmpeg gave up (exit code ${this.code})${why === '' ? '' : `:\n${why}`}`);
  }
}
