/** Puts a text where it can be pasted from, if the browser lets a page do that. */
import * as store from './store.js';

export async function copy(text: string): Promise<void> {
  try {
    // Pages that did not come by HTTPS have no clipboard.
    await navigator.clipboard.writeText(text);
    store.notice.value = 'Copied.';
  } catch {
    store.notice.value = 'The browser does not let this page copy: select the text, and copy it yourself.';
  }
}
