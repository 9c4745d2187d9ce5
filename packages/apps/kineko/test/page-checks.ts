/// <reference lib="dom" />
/** Checks of every page in a browser: readable text, and names for all controls. */
import type { Page } from 'playwright-core';

/** State that every page with a picture exposes to tests. */
declare const kineko: { readonly view: { readonly value: { readonly width: number; readonly height: number } } };

/** Waits until the page has noticed the size of its picture, which it does a frame after a change around it. */
export function pictureFits(page: Page): Promise<unknown> {
  return page.waitForFunction(() => {
    const { clientWidth, clientHeight } = document.querySelector('.stage')!;
    const { width, height } = kineko.view.value;
    return width === clientWidth && height === clientHeight;
  });
}

/** A page without frames, to which a key is sent as soon as its script has run. */
export async function pressBeforeFirstFrame(page: Page, url: string, key: string): Promise<void> {
  await page.addInitScript((first) => {
    const Never = class {
      observe(): void {}
      disconnect(): void {}
    };
    Object.assign(globalThis, { requestAnimationFrame: () => 0, ResizeObserver: Never });
    addEventListener('DOMContentLoaded', () => dispatchEvent(new KeyboardEvent('keydown', { key: first })));
  }, key);
  await page.goto(url);
}

/** The size of the picture that the page has noticed, and the real one. */
export function pictureSizes(page: Page): Promise<readonly [known: object, real: object]> {
  return page.evaluate(() => {
    const { clientWidth, clientHeight } = document.querySelector('.stage')!;
    const { width, height } = kineko.view.value;
    return [
      { width, height },
      { width: clientWidth, height: clientHeight },
    ] as const;
  });
}

/** Whether the page keeps requesting frames; work that has begun may take up to three of them. */
export function requestsFrames(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const request = requestAnimationFrame;
    const nextFrame = (): Promise<unknown> => new Promise((resolve) => request(resolve));
    for (let k = 0; k < 3; k++) await nextFrame();
    let isRequested = false;
    globalThis.requestAnimationFrame = (callback) => {
      isRequested = true;
      return request(callback);
    };
    for (let k = 0; k < 3; k++) await nextFrame();
    globalThis.requestAnimationFrame = request;
    return isRequested;
  });
}

export interface Found {
  readonly text: string;
  readonly contrast: number;
}

/** Texts whose contrast to the background is below `least`. */
export function faintTexts(page: Page, least = 4.5): Promise<Found[]> {
  return page.evaluate((limit) => {
    const partsOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const brightness = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element): string => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if ((partsOf(color)[3] ?? 1) > 0.99) return color;
      }
      return 'rgb(255, 255, 255)';
    };
    const found: { text: string; contrast: number }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? '';
      const element = texts.currentNode.parentElement!;
      if (text === '' || element.getClientRects().length === 0) continue;
      const [a, b] = [brightness(getComputedStyle(element).color), brightness(behind(element))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < limit) found.push({ text, contrast });
    }
    return found;
  }, least);
}

/** Controls without a name for screen readers. */
export function namelessControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element): string => {
      const labels = (element as HTMLInputElement).labels;
      const by = element.getAttribute('aria-labelledby');
      return (
        element.getAttribute('aria-label') ??
        (by === null ? undefined : document.getElementById(by)?.textContent) ??
        (labels !== null && labels !== undefined && labels.length > 0 ? labels[0]!.textContent : element.textContent) ??
        ''
      );
    };
    const controls = document.querySelectorAll('button, input, select, a, [tabindex="0"]');
    return Array.from(controls).flatMap((element) => (nameOf(element).trim() === '' ? [element.outerHTML] : []));
  });
}

/** Number of controls that the tab key reaches, and of all controls. */
export async function reachedByTab(page: Page): Promise<{ readonly reached: number; readonly all: number }> {
  const all = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    return document.querySelectorAll('button, input, select, a[href], [tabindex="0"]').length;
  });
  const reached = new Set<number>();
  for (let k = 0; k < all + 2; k++) {
    await page.keyboard.press('Tab');
    const index = await page.evaluate(() =>
      Array.from(document.querySelectorAll('button, input, select, a[href], [tabindex="0"]')).indexOf(
        document.activeElement!,
      ),
    );
    if (index >= 0) reached.add(index);
  }
  return { reached: reached.size, all };
}

export type Color = readonly [red: number, green: number, blue: number];

/** Colour of a visible pixel, relative to the corner of an element. */
export async function colorAt(page: Page, selector: string, x: number, y: number): Promise<Color> {
  const picture = await page.locator(selector).screenshot();
  return page.evaluate(
    async ([data, left, top]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const [red, green, blue] = context.getImageData(left, top, 1, 1).data;
      return [red!, green!, blue!] as const;
    },
    [picture.toString('base64'), Math.round(x), Math.round(y)] as const,
  );
}
