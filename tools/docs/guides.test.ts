/** README and the documents, run. */
import { testPages } from './test-pages.js';

testPages(({ path, folder }) => folder === undefined && !path.startsWith('docs/tutorials/'));
