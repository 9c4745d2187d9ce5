/** Dialogs: help, save as, and importing a picture as a backdrop or as obstacles. */
import { Dialog, KeysDialog } from '@kineko/ui/page';
import { useState } from 'preact/hooks';
import { darkPixels, MAX_RECTANGLES, type Picture, rectanglesOf, tracedShapes, whyNoObstacles } from './bitmap.js';
import { KEYS, POINTER } from './keys.js';
import * as store from './store.js';

export function Dialogs() {
  switch (store.dialog.value) {
    case 'help':
      return <Help />;
    case 'save as':
      return <SaveAs />;
    case 'bitmap':
      return <BitmapImport />;
    case 'none':
      return null;
  }
}

function Help() {
  const rows = [...KEYS, ...POINTER.map(([shown, does]) => ({ shown, does }))];
  return <KeysDialog title="Keys and pointer" rows={rows} onClose={() => (store.dialog.value = 'none')} />;
}

function SaveAs() {
  const [as, setAs] = useState(store.name.value);
  return (
    <Dialog title="Save under another name" onClose={() => (store.dialog.value = 'none')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void store.save(as.trim());
        }}
      >
        <label>
          name, in the same folder{' '}
          <input id="save-name" type="text" value={as} onInput={({ currentTarget }) => setAs(currentTarget.value)} />
        </label>{' '}
        <button type="submit">save</button>
      </form>
    </Dialog>
  );
}

interface Loaded extends Picture {
  readonly url: string;
}

/** In pixels. */
const MAX_SIDE = 4096;

async function loaded(file: File): Promise<Loaded> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new Error(`expected at most ${MAX_SIDE} × ${MAX_SIDE} pixels, got ${width} × ${height}`);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data, url: URL.createObjectURL(file) };
}

function BitmapImport() {
  const [picture, setPicture] = useState<Loaded | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [scale, setScale] = useState(1);
  const [threshold, setThreshold] = useState(63);
  const world = store.history.value?.present;
  if (world === undefined) return null;
  const reason = whyNoObstacles(world);
  const rectangles =
    picture === undefined
      ? []
      : rectanglesOf(darkPixels(picture, threshold), picture.width, picture.height, MAX_RECTANGLES);
  const open = (file: File | undefined): void => {
    if (file === undefined) return;
    setProblem('');
    loaded(file).then(setPicture, (error: unknown) =>
      setProblem(`${file.name}: ${error instanceof Error ? error.message : 'not a picture'}`),
    );
  };
  const asBackdrop = (): void => {
    if (picture === undefined) return;
    store.backdrop.value = { url: picture.url, width: picture.width, height: picture.height, scale };
    store.dialog.value = 'none';
  };
  const asObstacles = (): void => {
    if (picture === undefined || rectangles === undefined) return;
    store.add(tracedShapes(world, rectangles, { height: picture.height, scale }, store.takeIds(rectangles.length)));
    store.dialog.value = 'none';
  };
  return (
    <Dialog title="A picture" onClose={() => (store.dialog.value = 'none')}>
      <p>
        <label>
          PNG or JPEG{' '}
          <input
            id="picture"
            type="file"
            accept="image/png,image/jpeg"
            onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
          />
        </label>
      </p>
      <p>
        <label>
          a pixel is{' '}
          <input
            id="picture-scale"
            type="number"
            min="0.001"
            step="any"
            value={scale}
            onInput={({ currentTarget }) => Number(currentTarget.value) > 0 && setScale(Number(currentTarget.value))}
          />{' '}
          {store.format.value?.unit || 'units'}
        </label>
      </p>
      <p>
        <label>
          dark up to{' '}
          <input
            type="range"
            min="0"
            max="254"
            value={threshold}
            onInput={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
          />
          <output>{threshold}</output>
        </label>
      </p>
      <p id="traced" role="status">
        {problem !== '' && <span class="bad">{problem}</span>}
        {picture !== undefined &&
          (rectangles === undefined
            ? `more than ${MAX_RECTANGLES} rectangles: choose another threshold, or a smaller picture`
            : `${picture.width} × ${picture.height} pixels, ${rectangles.length} rectangles`)}
      </p>
      <p class="buttons">
        <button type="button" onClick={asBackdrop} aria-disabled={picture === undefined}>
          to draw over
        </button>
        <button
          type="button"
          onClick={reason === undefined ? asObstacles : undefined}
          aria-disabled={reason !== undefined || picture === undefined || rectangles === undefined}
          title={reason}
        >
          as obstacles
        </button>
        {store.backdrop.value !== undefined && (
          <button type="button" onClick={() => (store.backdrop.value = undefined)}>
            remove the backdrop
          </button>
        )}
      </p>
      {reason !== undefined && <p class="hint">{reason}</p>}
    </Dialog>
  );
}
