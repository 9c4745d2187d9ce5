/** The usual theme with the fonts that the reader's machine has. */
export { default } from 'vitepress/theme-without-fonts';
