/** The bundler handles styles. */
declare module '*.css';
