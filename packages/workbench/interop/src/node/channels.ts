/** The channels of an exported run: topics, schemas and what their messages contain. */
import type { McapLibraries } from './libraries.js';

const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const any = {} as const;

/** A JSON Schema of an object with these members. */
function objectOf(title: string, description: string, properties: Readonly<Record<string, object>>): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, description, type: 'object', properties };
}

interface ChannelRow {
  readonly topic: string;
  /** Name of a schema of Foxglove, or a schema of our own. */
  readonly schema: 'SceneUpdate' | 'Log' | { readonly name: string; readonly of: object };
}

const OURS = {
  contact: objectOf('kineko.Contact', 'a robot touches or releases a robot or an obstacle', {
    time: { ...number, description: 'simulated time (s)' },
    robot: number,
    other: { ...text, description: 'robot 2, obstacle 0' },
    edge: { enum: ['touch', 'release'] },
    x: { ...number, description: 'position of the robot (m)' },
    y: { ...number, description: 'position of the robot (m)' },
  }),
  message: objectOf('kineko.Message', 'a message is sent, delivered to a process, or lost on its way to one', {
    time: { ...number, description: 'simulated time (s)' },
    event: { enum: ['send', 'deliver', 'drop'] },
    from: number,
    to: { type: 'array', items: number, description: 'all receivers; with deliver and drop the one it concerns' },
    message: { ...number, description: 'number of the message among those of its sender' },
    protocol: text,
    type: text,
    content: any,
    latency: { ...number, description: 'with deliver: seconds since it was sent' },
    reason: { ...text, description: 'with drop: cause of the loss' },
  }),
  sensor: objectOf('kineko.SensorReading', 'a reading of a sensor', {
    time: { ...number, description: 'simulated time (s)' },
    robot: number,
    sensor: text,
    reading: any,
  }),
  property: objectOf('kineko.PropertySpan', 'a property holds, or is violated, for a while', {
    property: text,
    state: {
      ...text,
      description: 'holds or violated; for a property that is not about times, its verdict on the run',
    },
    from: { ...number, description: 'simulated time (s)' },
    to: { ...number, description: 'simulated time (s)' },
  }),
  event: objectOf('kineko.Event', 'any other event of the run', {
    time: { ...number, description: 'simulated time (s)' },
    event: text,
  }),
} as const;

export const CHANNELS = {
  scene: { topic: '/scene', schema: 'SceneUpdate' },
  log: { topic: '/log', schema: 'Log' },
  contact: { topic: '/contacts', schema: { name: 'kineko.Contact', of: OURS.contact } },
  message: { topic: '/messages', schema: { name: 'kineko.Message', of: OURS.message } },
  sensor: { topic: '/sensors', schema: { name: 'kineko.SensorReading', of: OURS.sensor } },
  property: { topic: '/properties', schema: { name: 'kineko.PropertySpan', of: OURS.property } },
  event: { topic: '/events', schema: { name: 'kineko.Event', of: OURS.event } },
} as const satisfies Readonly<Record<string, ChannelRow>>;

export type ChannelName = keyof typeof CHANNELS;

/** Name and text of the schema of a channel. */
export function schemaOf(
  channel: ChannelName,
  { schemas }: Pick<McapLibraries, 'schemas'>,
): { readonly name: string; readonly text: string } {
  const { schema }: ChannelRow = CHANNELS[channel];
  return typeof schema === 'string'
    ? { name: `foxglove.${schema}`, text: JSON.stringify(schemas[schema]) }
    : { name: schema.name, text: JSON.stringify(schema.of) };
}
