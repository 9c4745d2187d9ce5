import { describe, expect, test } from '@jest/globals';
import { openInBrowser } from './open-in-browser.js';

describe('openInBrowser', () => {
  const what = new URLSearchParams({ live: '1', name: "it's *my* größer & 100 % <run>.log" });
  const url = `http://127.0.0.1:7365/#token=0123456789abcdef0123456789abcdef&${what.toString()}`;

  test.each([
    ['linux', 'xdg-open', [url]],
    ['darwin', 'open', [url]],
    ['win32', 'rundll32', ['url.dll,FileProtocolHandler', url]],
  ])('starts the browser of %s', (platform, command, args) => {
    const launched: unknown[] = [];
    openInBrowser(url, (...each) => launched.push(each), platform);
    expect(launched).toEqual([[command, args]]);
  });

  test.each([
    'file:///etc/passwd',
    'http://x/$(reboot)',
    'http://x/ y',
    'javascript:alert(1)',
    '-h',
    'http://x/&y',
    "http://x/#a'b",
  ])('ignores %s', (strange) => {
    const launched: unknown[] = [];
    openInBrowser(strange, (...each) => launched.push(each), 'linux');
    expect(launched).toEqual([]);
  });
});
