import { defineConfig } from 'vitepress';
import { namesFiles } from './file-names.js';
import { nav, sidebar } from './navigation.js';
import { leadsOutside } from './outside.js';

export default defineConfig({
  title: 'Kineko',
  description: 'A deterministic simulator of cooperating mobile robots and the messages they exchange',
  lang: 'en',
  // Works from any folder of any server.
  base: process.env['KINEKO_DOCS_BASE'] ?? '/',
  head: [['link', { rel: 'icon', href: `${process.env['KINEKO_DOCS_BASE'] ?? '/'}favicon.svg` }]],
  cleanUrls: false,
  srcExclude: ['**/node_modules/**'],
  markdown: {
    config: (markdown) => void markdown.use(leadsOutside).use(namesFiles),
  },
  // The search index is one file, loaded by the first search.
  vite: { build: { chunkSizeWarningLimit: 5000 } },
  themeConfig: {
    nav: nav(),
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
  },
});
