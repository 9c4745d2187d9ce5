/** Copies text to the clipboard, if the browser allows it. */
import * as store from './store.js';

export async function copy(text: string): Promise<void> {
  try {
    // Only pages from HTTPS have a clipboard.
    await navigator.clipboard.writeText(text);
    store.notice.value = 'Copied.';
  } catch {
    store.notice.value = 'The browser does not allow this page to copy: select the text and copy it manually.';
  }
}
