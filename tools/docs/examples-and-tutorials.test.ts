/** The pages of the examples and the tutorials, run. */
import { testPages } from './test-pages.js';

testPages(({ path, folder }) => folder !== undefined || path.startsWith('docs/tutorials/'));
