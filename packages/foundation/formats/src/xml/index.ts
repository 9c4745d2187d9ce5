/** XML with positions. */
export type { XmlElement } from './element.js';
export { prologOf } from './prolog.js';
export { readXml } from './xml.js';
