import { schemaOf } from '@kineko/run/settings';
import { NEKO_TABLE } from './keys/keys.js';

export function configSchema(): object {
  return schemaOf(NEKO_TABLE, {
    title: 'A run of Kineko',
    description: 'Robots, their world, their network and what they do. Keys may be written with dots or as maps.',
    shared: ['obstacle', 'object', 'fault'],
    // The settings of classes, which nobody knows beforehand; their names begin with a capital letter.
    foreign: '^([\\w$]+\\.)*[A-Z][\\w$]*(\\.[\\w$.]+)?$',
  });
}
