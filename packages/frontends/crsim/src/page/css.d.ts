/** The bundler reads styles. */
declare module '*.css';
