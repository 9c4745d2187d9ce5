/** Helpers for elements of pages: canvases, sizes and dropped files. */

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The drawing context of a canvas, sized and scaled for the display's pixels; undefined if there is none. */
export function contextOf(
  canvas: HTMLCanvasElement,
  { width, height }: PixelSize,
): CanvasRenderingContext2D | undefined {
  const ratio = globalThis.devicePixelRatio || 1;
  const [pixelsWide, pixelsHigh] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelsWide) canvas.width = pixelsWide;
  if (canvas.height !== pixelsHigh) canvas.height = pixelsHigh;
  const context = canvas.getContext('2d') ?? undefined;
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Calls back with the size of an element now and whenever it changes; returns a function that stops it. */
export function observeSize(element: Element, onSize: (size: PixelSize) => void): () => void {
  let last: PixelSize = { width: 0, height: 0 };
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = element;
    if (width === last.width && height === last.height) return;
    last = { width, height };
    if (width > 0 && height > 0) onSize(last);
  };
  // An observer calls back in the next frame: until then a click would be off.
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls back with files that are dropped on the page; returns a function that stops it. */
export function acceptDroppedFiles(onFiles: (files: readonly File[]) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  globalThis.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  globalThis.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
    { signal },
  );
  return () => ending.abort();
}
