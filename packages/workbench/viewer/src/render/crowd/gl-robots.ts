/** Draws all robots of a crowd in one call of WebGL. */
import type { View } from '@kineko/ui';
import { rgbOf } from '../color.js';
import { MIN_WITH_HEADING } from '../layers/robots.js';
import { BATCH, CORNERS, FRAGMENT, ROW, VERTEX } from './shaders.js';
import type { Sight } from './sight.js';

const UNIFORMS = ['robots', 'colors', 'count', 'dots', 'size', 'ratio', 'rimColor'] as const;
type Places = Readonly<Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>>;

export class GlRobots {
  private readonly uniforms: Places;

  private constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly gl: WebGL2RenderingContext,
    program: WebGLProgram,
  ) {
    const places = UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]);
    this.uniforms = Object.fromEntries(places) as Places;
    gl.useProgram(program);
    for (const unit of [0, 1]) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.uniform1i(this.uniforms.robots, 0);
    gl.uniform1i(this.uniforms.colors, 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  /** Undefined without WebGL, or, unless allowed, with software rendering only. */
  static on(canvas: HTMLCanvasElement, allowsSoftware: boolean): GlRobots | undefined {
    const failIfMajorPerformanceCaveat = !allowsSoftware;
    const plain = { antialias: false, depth: false, stencil: false };
    const gl = canvas.getContext('webgl2', { ...plain, failIfMajorPerformanceCaveat });
    if (gl === null) return undefined;
    // Not all browsers count their software renderer as a caveat.
    if (!allowsSoftware && isSoftware(gl)) {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      return undefined;
    }
    const program = programOf(gl);
    return program && new GlRobots(canvas, gl, program);
  }

  /** Whether the browser has taken the context away. */
  get isGone(): boolean {
    return this.gl.isContextLost();
  }

  /** Draws the visible robots onto its transparent canvas. `ratio`: screen pixels per pixel of the view; `rim`: the colour of rims. */
  draw({ places, colors, count, largest }: Sight, { width, height }: View, ratio: number, rim: string): void {
    const { gl, canvas, uniforms } = this;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    gl.viewport(0, 0, wide, high);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (count === 0) return;
    const rows = Math.ceil(count / ROW);
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW, rows, 0, gl.RGBA, gl.FLOAT, places);
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ROW, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, colors);
    const [red, green, blue] = rgbOf(rim) ?? [255, 255, 255];
    gl.uniform1i(uniforms.count, count);
    gl.uniform2f(uniforms.size, wide, high);
    gl.uniform1f(uniforms.ratio, ratio);
    gl.uniform3f(uniforms.rimColor, red / 255, green / 255, blue / 255);
    // Dots need one vertex only.
    const isDots = largest < MIN_WITH_HEADING;
    gl.uniform1i(uniforms.dots, isDots ? 1 : 0);
    if (isDots) gl.drawArrays(gl.POINTS, 0, count);
    else gl.drawArraysInstanced(gl.TRIANGLES, 0, CORNERS * BATCH, Math.ceil(count / BATCH));
  }
}

/** By the names of the renderers of Chromium, Mesa and Windows. */
function isSoftware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) as unknown;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(renderer));
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined;
}
