/** The usual theme with the fonts that the reader's machine has. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export { theme as default };
