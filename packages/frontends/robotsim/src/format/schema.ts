import { schemaOf } from '@kineko/run/settings';
import { NEKO_TABLE } from './keys/keys.js';

export function configSchema(): object {
  return schemaOf(NEKO_TABLE, {
    title: 'Configuration of a Kineko run',
    description: 'Robots, their world, their network and their algorithms. Keys may be written with dots or as maps.',
    shared: ['obstacle', 'object', 'fault'],
    // Settings of classes, which are not known in advance; their names start with a capital letter.
    foreign: '^([\\w$]+\\.)*[A-Z][\\w$]*(\\.[\\w$.]+)?$',
  });
}
