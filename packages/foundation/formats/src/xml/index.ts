/** XML with positions. */
export type { XmlAttribute, XmlElement } from './element.js';
export { prologOf } from './prolog.js';
export { readXml } from './xml.js';
