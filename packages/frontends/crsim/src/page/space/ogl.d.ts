/** The used part of ogl. Its own types import files without extensions, which Node's module resolution rejects. */
declare module 'ogl' {
  export type OGLRenderingContext = WebGL2RenderingContext & { readonly renderer: Renderer };

  interface Vector {
    y: number;
    set(x: number, y: number, z: number): void;
  }

  export class Renderer {
    constructor(options: { canvas: HTMLCanvasElement; antialias?: boolean; webgl?: 1 | 2 });
    readonly gl: OGLRenderingContext;
    readonly width: number;
    readonly height: number;
    dpr: number;
    setSize(width: number, height: number): void;
    render(options: { scene: Transform; camera: Camera; frustumCull?: boolean; sort?: boolean }): void;
  }

  export class Transform {
    visible: boolean;
    readonly position: Vector;
    readonly rotation: Vector;
    readonly scale: Vector;
    setParent(parent: Transform | null): void;
  }

  export class Camera extends Transform {
    constructor(gl: OGLRenderingContext);
    perspective(options: { fov: number; aspect: number; near: number; far: number }): this;
    lookAt(target: readonly number[]): this;
  }

  export class Geometry {
    constructor(
      gl: OGLRenderingContext,
      attributes: Readonly<Record<string, { size?: number; data: Float32Array | Uint32Array }>>,
    );
    remove(): void;
  }

  export class Program {
    constructor(
      gl: OGLRenderingContext,
      options: { vertex: string; fragment: string; uniforms: Record<string, { value: unknown }> },
    );
    readonly uniforms: Record<string, { value: unknown }>;
    remove(): void;
  }

  export class Mesh extends Transform {
    constructor(gl: OGLRenderingContext, options: { geometry: Geometry; program: Program; mode?: number });
    readonly geometry: Geometry;
    onBeforeRender(action: () => void): this;
  }
}
