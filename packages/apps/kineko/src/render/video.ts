/** Films encoded by ffmpeg, which reads the frames from a pipe. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eachFrame } from './frames.js';
import type { Picture, WriterContext, Writer } from './picture.js';

const FORMATS = {
  mp4: ['-c:v', 'libx264', '-preset', 'medium', '-crf', '20', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '32', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
} as const;

/** Characters of ffmpeg's last output that are kept. */
const MAX_OUTPUT = 2000;

export function videoWriter(format: keyof typeof FORMATS): Writer['write'] {
  return async (picture, _, context, path) => {
    const encoder = await Encoder.start(format, picture, path, context);
    try {
      const frames = await eachFrame(picture, context, (pixels) => encoder.add(pixels));
      await encoder.finish();
      return `${frames} frames`;
    } catch (error) {
      await encoder.abandon();
      throw error;
    }
  };
}

class Encoder {
  private output = '';
  private code: number | null | undefined;
  private isBroken = false;
  /** Resolves a wait for room in the pipe. */
  private wake: () => void = () => {};

  private constructor(private readonly child: ChildProcess) {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.output = (this.output + text).slice(-MAX_OUTPUT);
    });
    // The exit code of the encoder explains why it stopped reading.
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
    { env }: WriterContext,
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
          ? `.${format} needs ffmpeg, which is not on the PATH: install it (Debian and Ubuntu: apt install ffmpeg; ` +
              'macOS: brew install ffmpeg), or write a .gif or an .svg, which do not need it'
          : `ffmpeg could not be started: ${message}`,
        { cause: error },
      );
    }
    return new Encoder(child);
  }

  async add(pixels: Uint8ClampedArray): Promise<void> {
    const stdin = this.child.stdin!;
    // A copy, since the buffer is reused for the next frame.
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
    const why = this.output.trim();
    throw new Error(`ffmpeg failed (exit code ${this.code})${why === '' ? '' : `:\n${why}`}`);
  }
}
